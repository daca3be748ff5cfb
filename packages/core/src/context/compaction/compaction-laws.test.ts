/** [L2] whatever an agent did, and wherever its history was cut, the next request is one that every provider takes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { problemsOf } from '../../../test/problems-of.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { compacted, cutPoint, summaryRequest } from './compacted.ts';
import type { CompletionMessage } from '../completion-message.ts';
import { completionMessages } from '../completion-messages.ts';
import { ContextManager } from '../context-manager.ts';
import { estimateTokens } from './estimate-tokens.ts';

type Operation = (manager: ContextManager, pick: number) => Promise<unknown> | void;

const IDS = ['a', 'b', 'c', '', 'x'.repeat(80), '__proto__'] as const;
const TEXTS = ['', ' \n', 'Look.', '字'.repeat(90), 'word '.repeat(60), 'lone \ud800', '{"json":1}'] as const;
const one = <T>(from: readonly T[], pick: number): T => from[pick % from.length]!;

const OPERATIONS: readonly Operation[] = [
  (manager, pick) => manager.addUserMessage(one(TEXTS, pick)),
  (manager, pick) => manager.addSystemMessage(one(TEXTS, pick)),
  (manager, pick) => manager.addAssistantMessage(one(TEXTS, pick)),
  (manager, pick) => {
    const calls = Array.from({ length: 1 + (pick % 4) }, (_, n) => ({
      id: one(IDS, pick + n * (pick % 3)),
      name: 'look',
      parameters: { text: one(TEXTS, pick + n) },
    }));
    manager.addAssistantMessageWithTools(one(TEXTS, pick), calls);
  },
  (manager, pick) => manager.addToolResult(one(IDS, pick), one(TEXTS, pick + 1), pick % 2 === 0),
  (manager, pick) => manager.addToolResult(one(IDS, pick), one(TEXTS, pick + 2), pick % 2 === 0),
  (manager, pick) => manager.addChatMessages([{ id: pick, author: one(['@human', '@pm', '@me'], pick), text: 'hi' }]),
  (manager) => manager.flushUserBuffer(),
  (manager, pick) => manager.flushUserBuffer(() => `summary ${one(TEXTS, pick)}`),
  (manager, pick) => manager.compactIfNeeded(() => `summary ${one(TEXTS, pick)}`),
  (manager, pick) => manager.reportUsage({ input_tokens: pick, output_tokens: 1 }),
  (manager) => manager.reportOverflow(),
];

const operations = fc.array(fc.tuple(fc.nat(OPERATIONS.length - 1), fc.nat(997)), { maxLength: 60, size: 'max' });

test('[L2] by hand: operations in any order, in a window of any size', async () => {
  await fc.assert(
    fc.asyncProperty(operations, fc.integer({ min: 50, max: 3_000 }), async (list, maxContextTokens) => {
      const manager = new ContextManager({ maxContextTokens, maxReplyTokens: 20, agent: 'me' });
      for (const [kind, pick] of list) await OPERATIONS[kind]?.(manager, pick);
      await manager.flushUserBuffer();
      expect(problemsOf(manager.messages)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

/** Every cut that any window would make. */
function cuts(messages: readonly CompletionMessage[]): number[] {
  const found = new Set<number>();
  const most = 4 * estimateTokens(messages) + 100;
  for (let window = 0; window <= most; window += Math.max(1, most / 200)) {
    const cut = cutPoint(messages, { maxContextTokens: window, maxReplyTokens: 0 });
    if (cut !== undefined) found.add(cut);
  }
  return [...found];
}

/** Built by hand, or what a ledger gives, in which more is rewound and less is said. */
const histories: fc.Arbitrary<readonly CompletionMessage[]> = fc.oneof(
  { weight: 2, arbitrary: operations.map(byHand) },
  { weight: 1, arbitrary: arbitraryHistory({ maxLength: 150 }).map((events) => completionMessages(foldAll(events))) },
);

function byHand(list: readonly (readonly [number, number])[]): readonly CompletionMessage[] {
  const manager = new ContextManager({ agent: 'me' });
  for (const [kind, pick] of list) void OPERATIONS[kind]?.(manager, pick);
  void manager.flushUserBuffer();
  return manager.messages;
}

test('[L2] [B.6 13] [bug 8] [bug 26] [bug 30] at every cut of any history, and at every cut of what is left of it', () => {
  let seen = 0;
  fc.assert(
    fc.property(histories, (messages) => {
      for (const cut of cuts(messages)) {
        const left = compacted(messages, cut, 'what was');
        expect(problemsOf(left)).toEqual([]);
        seen += 1;
        for (const again of cuts(left)) expect(problemsOf(compacted(left, again, 'what was before'))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
  expect(seen).toBeGreaterThan(500);
});

test('nothing that is kept changes but for reasoning, and all that is cut is in the request for the summary', () => {
  const roomy = { maxContextTokens: 10_000_000, maxReplyTokens: 0 };
  fc.assert(
    fc.property(histories, (messages) => {
      for (const cut of cuts(messages)) {
        const kept = messages.slice(cut).flatMap(({ parts }) => parts.filter(({ type }) => type !== 'reasoning'));
        const left = compacted(messages, cut, 'what was').flatMap(({ parts }) => parts);
        const cutAway = messages.slice(0, cut).filter(({ role }) => role !== 'system');
        expect(left.slice(1 + cut - cutAway.length)).toEqual(kept);
        const request = summaryRequest(messages.slice(0, cut), roomy)[0]?.content ?? '';
        for (const part of cutAway.flatMap(({ parts }) => parts)) {
          if (part.type === 'text') expect(request).toContain(part.text);
        }
      }
    }),
    { numRuns: 200 },
  );
});

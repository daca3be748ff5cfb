/** [L2] a thread cannot brick: whatever happened, every provider takes the next request. */
import { foldAll, foldOnto } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { compacted, completionMessage, completionMessages, cutPoint } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from './messages/arbitrary-messages.ts';
import { arbitraryThread } from './messages/arbitrary-thread.ts';
import { dataOf } from './messages/blob-data.ts';
import { assistant, call, GO, result, text } from './messages/parts.ts';
import { arbitrarySignedHistory } from './messages/signed-history.ts';
import { WIRE_FORMATS } from './wire-formats.ts';

const HISTORIES = 10_000;
/** One request of each history: of it as it is, of some of its events, or when it was compacted. */
const REQUESTS = ['whole', 'cut', 'compacted'] as const;
const SCOPES = [undefined, 'agent:pm', 'agent:coder', 'child:r1', 'team'] as const;
const TOOLS = [
  { name: 'search_files', description: 'Searches.', parameters: { type: 'object', properties: {} } },
  { name: 'a b/c', description: '', parameters: {} },
];

const histories = fc.oneof(
  { weight: 1, arbitrary: arbitrarySignedHistory() },
  { weight: 2, arbitrary: arbitraryThread() },
);

function messagesOf(events: readonly LedgerEvent[], scope: string | undefined): readonly CompletionMessage[] {
  return messagesIn(foldAll(events), scope);
}

function messagesIn(state: ThreadState, scope: string | undefined): readonly CompletionMessage[] {
  return completionMessages(state, scope === undefined ? {} : { scope });
}

/** As every provider would get it; what any of them refuses. */
function refusals(messages: readonly CompletionMessage[], pick: number): string[] {
  const tools = pick % 3 === 0 ? [] : TOOLS;
  const system = pick % 2 === 0 ? { system: 'Be brief.' } : {};
  return WIRE_FORMATS.flatMap(({ name, target, encode, problems }) => {
    const model = pick % 5 === 0 ? `${target.model}-next` : target.model;
    const thinks = name === 'anthropic' && pick % 4 === 0;
    const options = thinks ? { options: { thinking: { type: 'enabled', budget_tokens: 2000 } } } : {};
    const body = encode({ model, messages, tools, ...system, ...options });
    return problems(body, model).map(({ rule, message }) => `${name} ${rule}: ${message}\n${JSON.stringify(body)}`);
  });
}

test(`[L2] [B.6 12] ${HISTORIES} random histories, cut anywhere, in any scope: every request passes for all wire formats`, () => {
  fc.assert(
    fc.property(histories, fc.nat(9973), fc.constantFrom(...REQUESTS), (events, pick, request) => {
      const scope = pick % 3 === 0 ? SCOPES[pick % SCOPES.length] : events.find((event) => event.scope)?.scope;
      const length = 1 + (pick % events.length);
      const prefix = foldAll(events.slice(0, length));
      expect(refusals(asked(request), pick)).toEqual([]);

      function asked(of: (typeof REQUESTS)[number]): readonly CompletionMessage[] {
        if (of === 'cut') return messagesIn(prefix, scope);
        const whole = messagesIn(foldOnto(prefix, events.slice(length)), scope);
        const bounds = { maxContextTokens: 2_000 + (pick % 500), maxReplyTokens: 0 };
        const cut = of === 'compacted' ? cutPoint(whole, bounds) : undefined;
        return cut === undefined ? whole : compacted(whole, cut, 'What was.');
      }
    }),
    { numRuns: HISTORIES },
  );
});

test('[L2] golden ledgers, cut after any event, in any scope', () => {
  for (const name of goldenNames) {
    const events = readGolden(name);
    let state = foldAll(events.slice(0, 1));
    for (let length = 1; length <= events.length; length += 1) {
      if (length > 1) state = foldOnto(state, events.slice(length - 1, length));
      for (const scope of SCOPES) {
        expect([name, length, ...refusals(messagesIn(state, scope), length)]).toEqual([name, length]);
      }
    }
  }
});

test.each(WIRE_FORMATS)('[L2] messages that no ledger gave, in any order and with any content: $name', ({ target }) => {
  const signed = { targets: [target, target], data: dataOf(target.api) };
  fc.assert(
    fc.property(arbitraryMessages(signed), fc.nat(9973), (messages, pick) => {
      expect(refusals(messages, pick)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each(WIRE_FORMATS)('[L2] a turn with very many calls is no deeper than one with few: $name', ({ encode }) => {
  const ids = Array.from({ length: 150_000 }, (_, index) => `c${index}`);
  const calls = ids.map((id) => call(id));
  const results = ids.map((id) => result(id));
  const messages = [
    GO,
    completionMessage('assistant', calls, 'assistant'),
    completionMessage('user', results, 'user'),
    assistant(text('So.')),
    GO,
  ];
  const sent = JSON.stringify(encode({ model: 'm', messages, tools: TOOLS }));
  expect(sent.split('"c149999"')).toHaveLength(3);
});

test('what was encoded for one model is not what another gets; and encoding again gives the same bytes', () => {
  fc.assert(
    fc.property(arbitraryThread(), (events) => {
      const scope = events.find((event) => event.scope)?.scope;
      const kept = messagesOf(events, scope);
      for (const suffix of ['', '-next', '']) {
        // Never encoded before, so that nothing can be remembered of them.
        const fresh = messagesOf(events, scope);
        for (const { target, encode } of WIRE_FORMATS) {
          const model = `${target.model}${suffix}`;
          const again = encode({ model, messages: kept, tools: TOOLS });
          expect(JSON.stringify(again)).toBe(JSON.stringify(encode({ model, messages: fresh, tools: TOOLS })));
        }
      }
    }),
    { numRuns: 100 },
  );
});

/** A law over histories that hold nothing would hold always. */
test('the random histories hold what is hard, and it reaches the wire', () => {
  const seen = new Map<string, number>();
  const hard =
    /"(thinking|redacted_thinking|server_tool_use|web_search_call|reasoning|thoughtSignature|is_error|image_url|input_image|inlineData|functionResponse|executableCode|document|input_file)"/g;
  fc.assert(
    fc.property(histories, (events) => {
      const messages = messagesOf(events, undefined);
      for (const { target, encode } of WIRE_FORMATS) {
        const text = JSON.stringify(encode({ model: target.model, messages, tools: TOOLS }));
        for (const [, word = ''] of text.matchAll(hard)) seen.set(word, (seen.get(word) ?? 0) + 1);
      }
    }),
    { numRuns: 600 },
  );
  const words = hard.source.replace(/^"\(|\)"$/g, '').split('|');
  expect(words.filter((word) => (seen.get(word) ?? 0) < 10)).toEqual([]);
});

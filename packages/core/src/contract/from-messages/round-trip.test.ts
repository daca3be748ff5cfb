import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { isoTime } from '../iso-time.ts';
import { isToolCallMessage } from '../message.ts';
import type { Message } from '../message.ts';
import { shouldRenderAssistantContent } from '../should-render-assistant-content.ts';
import { summary, valueSummary } from '../to-messages/summary.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { contractReader } from '../from-events/contract-reader.ts';
import { fromMessages } from './from-messages.ts';
import { assistant, user } from '../../../test/contract-messages.ts';

const again = (messages: readonly Message[]): Message[] => toMessages(foldAll(fromMessages(messages)));

describe('a well-formed history comes back as it was', () => {
  test('with the ids and summaries of the back end that wrote it', () => {
    const history: Message[] = [
      user('u1', 'Which programs know dbplus?'),
      assistant('msg_001', '', [
        { id: 'call_abc123', name: 'SearchEntities', args_summary: "query: 'dbplus', types: ['program']" },
      ]),
      {
        id: 'tool_abc123',
        role: 'tool',
        content: 'Found 3 entities',
        timestamp: '2026-01-16T10:05:01.250Z',
        metadata: {
          tool_call_id: 'call_abc123',
          tool_name: 'SearchEntities',
          tool_result: { entities: ['a', 'b', 'c'] },
          tool_duration_ms: 250,
        },
      },
      assistant('msg_002', 'Three do.'),
    ];
    expect(again(history)).toEqual(history);
  });

  test('[seed 001] stored statuses keep their ids, whoever reads them', () => {
    const status = (id: string, content: string, metadata: Message['metadata']): Message => ({
      id,
      role: 'status',
      content,
      timestamp: '2026-01-16T10:05:00.000Z',
      ...(metadata === undefined ? {} : { metadata }),
    });
    const continuation = { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' };
    const history = [
      user('u1'),
      status('status_note', 'The model was changed', { status_type: 'info' }),
      status('status_cont_001', 'Agent stopped: steps_limit', { status_type: 'continuation', continuation }),
      status('status_err_7', 'Quota spent', { status_type: 'error' }),
      status('status_err_8', 'Quota spent again', { status_type: 'error' }),
    ];
    expect(again(history)).toEqual(history);
    const reader = contractReader();
    const writer = new LedgerWriter('t1');
    for (const message of history) for (const draft of reader.push(message)) writer.write(draft);
    expect(toMessages(foldAll(writer.events))).toEqual(history);
  });

  test('whatever is in it', () => {
    fc.assert(
      fc.property(wellFormed(), (history) => {
        expect(again(history)).toEqual(history.map(withoutLeak));
      }),
    );
  });

  it.each(goldenNames)(
    'what we wrote ourselves is read back, all but what only lives while something runs: %s',
    (name) => {
      const events = readGolden(name);
      for (let cut = 0; cut <= events.length; cut += 3) {
        const kept = toMessages(foldAll(events.slice(0, cut))).filter(isKept);
        expect(again(kept)).toEqual(kept);
      }
    },
  );

  test('what we wrote ourselves of any history is read back', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const kept = toMessages(foldAll(events)).filter(isKept);
        expect(again(kept)).toEqual(kept);
      }),
    );
  });
});

/** Beside calls, words that are JSON are told to nobody: rule 3. */
function withoutLeak(message: Message): Message {
  const isLeak = isToolCallMessage(message) && !shouldRenderAssistantContent(message);
  return isLeak && message.content.trim() !== '' ? { ...message, content: '' } : message;
}

function isKept({ role, metadata }: Message): boolean {
  if (role !== 'status' || metadata?.status_type === 'error' || metadata?.status_type === 'continuation') return true;
  return metadata?.status_type === 'info' && metadata.tool_call_id === undefined;
}

function wellFormed(): fc.Arbitrary<Message[]> {
  const text = fc.oneof(fc.string(), fc.constantFrom('{"q":1}', '[1] I found', ' ', '\ud800', '__proto__'));
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(0, false, '', null));
  // Arguments travel as text, and JSON has no negative zero.
  const args = fc
    .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })
    .map((object): Record<string, unknown> => JSON.parse(JSON.stringify(object)));
  const ending = fc.oneof(
    value.map((tool_result) => ({ tool_result })),
    fc.string().map((tool_error) => ({ tool_error })),
    fc.constant(undefined),
  );
  const call = fc.record({
    args,
    brief: fc.string({ minLength: 1 }),
    ending,
    summary: fc.string({ minLength: 1, maxLength: 100 }),
    ms: fc.nat(),
  });
  const turn = fc.oneof(
    fc.record({ kind: fc.constant('user'), text }),
    fc.record({ kind: fc.constant('assistant'), text, calls: fc.array(call, { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('error'), text }),
    fc.record({ kind: fc.constant('stop'), text }),
    fc.record({ kind: fc.constant('orphan'), text, ending }),
  );
  return fc.array(turn, { maxLength: 12 }).map((turns) => {
    const history: Message[] = [];
    let count = 0;
    const next = (): string => `${(count += 1)}`;
    const stamp = (): string => isoTime(1_768_557_900_000 + count * 1000);
    let errors = 0;
    let stops = 0;
    for (const turn of turns) {
      const id = next();
      if (turn.kind === 'user') history.push({ id: `u${id}`, role: 'user', content: turn.text, timestamp: stamp() });
      if (turn.kind === 'error') {
        errors += 1;
        const own = errors === 1 ? 'status_error' : `status_error~${errors}`;
        history.push({
          id: own,
          role: 'status',
          content: turn.text,
          timestamp: stamp(),
          metadata: { status_type: 'error' },
        });
      }
      if (turn.kind === 'stop') {
        stops += 1;
        const own = stops === 1 ? 'status_continuation' : `status_continuation~${stops}`;
        const continuation = { should_continue: false, stop_reason: 'steps_limit', resolved_by: turn.text };
        const metadata = { status_type: 'continuation', continuation } as const;
        history.push({ id: own, role: 'status', content: 'Agent stopped: steps_limit', timestamp: stamp(), metadata });
      }
      if (turn.kind === 'orphan' && 'ending' in turn && turn.ending !== undefined) {
        history.push(resultMessage(`x${id}`, turn.ending, undefined, stamp(), undefined));
      }
      if (turn.kind !== 'assistant' || !('calls' in turn)) continue;
      const calls = turn.calls.map((each) => ({ ...each, id: `c${next()}` }));
      const made = calls.map((each) => ({ id: each.id, name: 'search', args: each.args, args_summary: each.brief }));
      history.push({
        id: `a${id}`,
        role: 'assistant',
        content: turn.text,
        timestamp: stamp(),
        ...(made.length === 0 ? {} : { metadata: { tool_calls: made } }),
      });
      for (const each of calls) {
        if (each.ending !== undefined)
          history.push(resultMessage(each.id, each.ending, each.summary, stamp(), each.ms));
      }
    }
    return history;
  });
}

type Ending = { readonly tool_result: unknown } | { readonly tool_error: string };

function resultMessage(
  id: string,
  ending: Ending,
  brief: string | undefined,
  timestamp: string,
  ms: number | undefined,
): Message {
  const own =
    'tool_error' in ending ? summary(ending.tool_error) : valueSummary(JSON.parse(JSON.stringify(ending.tool_result)));
  const content = brief === undefined || brief.trim() === '' ? own : brief;
  const time = ms === undefined ? {} : { tool_duration_ms: ms };
  return {
    id: `tool_${id}`,
    role: 'tool',
    content,
    timestamp,
    metadata: { tool_call_id: id, tool_name: 'search', ...ending, ...time },
  };
}

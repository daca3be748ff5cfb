import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventTypes } from '../../../test/foreign-records.ts';
import type { LedgerEvent, SourceRecord } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { fromContractEvents } from './from-contract-events.ts';

const records = (events: readonly LedgerEvent[]): SourceRecord[] =>
  events.filter((each) => each.type === 'source.record');
const fates = (...events: readonly unknown[]): string[] =>
  records(fromContractEvents(events)).map(({ fate, rule }) => (rule === undefined ? fate : `${fate}: ${rule}`));
const started = (args: object): object => ({
  type: 'agent.tool.started',
  tool_name: 'search',
  tool_call_id: null,
  args,
});
const completed = (result: unknown): object => ({
  type: 'agent.tool.completed',
  tool_name: 'search',
  tool_call_id: null,
  result,
});

describe('any JSON', () => {
  const type = fc.constantFrom(...eventTypes, 'agent.unheard.of');
  const fields = fc.record(
    {
      tool_name: fc.constantFrom('search', 'read', null, '__proto__'),
      tool_call_id: fc.constantFrom('a', 'b', 'unnamed 1', null),
      status: fc.constantFrom('processing', 'completed', 'failed', 'stopped', 'idle', 7),
      step_number: fc.constantFrom(1, 2, 'x'),
      content: fc.oneof(fc.string(), fc.jsonValue()),
      chunk_index: fc.nat(5),
      is_complete: fc.boolean(),
      args: fc.jsonValue(),
      result: fc.jsonValue(),
      error: fc.jsonValue(),
      success: fc.constantFrom(true, false, null),
      should_stop: fc.constantFrom(true, false, null),
      stop_reason: fc.string(),
      usage: fc.jsonValue(),
      errors: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type,
      payload: fields,
      timestamp: fc.constantFrom('2026-01-16T10:05:00Z', 'x', 5),
      execution_id: fc.constantFrom('e1', 'e2', null),
    }),
    fc.tuple(type, fields).map(([name, rest]) => ({ type: name, ...rest })),
  );

  test('among events: no throw, one record each, no event the fold refuses, no lost neighbour', () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 30 }), fc.array(odd, { maxLength: 30 }), (before, behind) => {
        const mine = { type: 'agent.stream.chunk', execution_id: 'mine', content: 'here I am', chunk_index: 0 };
        const events = fromContractEvents([...before, mine, ...behind]);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        expect(records(events).length).toBe(before.length + behind.length + 1);
        const state = foldAll(events);
        expect(state.anomalies.first.toArray()).toEqual([]);
        expect(toMessages(state).some(({ content }) => content === 'here I am')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('in place of the list, and as its elements: counted', () => {
    expect(fates(null, 7, 'x', [], {}, { type: 3 }, { type: 'nonsense' })).toEqual([
      'malformed: not_an_object',
      'malformed: not_an_object',
      'malformed: not_an_object',
      'malformed: not_an_object',
      'malformed: event_without_type',
      'malformed: event_without_type',
      'malformed: unknown_type',
    ]);
    const list: unknown = { type: 'nonsense' };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the test
    expect(records(fromContractEvents(list as unknown[]))).toHaveLength(1);
  });

  test('thousands of calls of one name without an id each get their own result', () => {
    const many = Array.from({ length: 5000 }, (_, index) => started({ index }));
    const ends = many.map((_, index) => completed(index));
    const messages = toMessages(foldAll(fromContractEvents([...many, ...ends])));
    const results = messages.flatMap(({ role, metadata }) => (role === 'tool' ? [metadata?.tool_result] : []));
    expect(results).toEqual(many.map((_, index) => index));
  });
});

import { timeline } from '@toolthread/core';
import type { Message } from '@toolthread/core/contract';
import { renderText } from '@toolthread/core/blocks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
const message = (second: number, role: Message['role'], content: string, metadata = {}): Message => ({
  id: `m${second}`,
  role,
  content,
  timestamp: at(second),
  metadata,
});

test('[seed 001] who joins in the middle: a call without an id is another than the stored one that has other arguments', () => {
  const calls = [{ id: 'c1', name: 'search', args_summary: "q: 'one'" }];
  const stored = [message(0, 'user', 'Look.'), message(2, 'assistant', '', { tool_calls: calls })];
  const started = (args_summary: string): object => ({
    type: 'agent.tool.started',
    execution_id: 'e1',
    timestamp: at(5),
    payload: { tool_name: 'search', tool_call_id: null, args_summary },
  });
  const drawn = (args: string): number =>
    renderText(timeline(new ContractFeed().thread(stored, [started(args)])), { form: 'expanded' }).split('search(')
      .length - 1;
  expect(drawn("q: 'two'")).toBe(2);
  expect(drawn("q: 'one', limit: 3")).toBe(1);
  // In another form nobody knows: the order says it.
  expect(drawn('q=one')).toBe(1);
});

describe('[seed 001] who joins in the middle of a turn, in which the id of a call of an earlier turn comes again', () => {
  const event = (run: number, second: number, type: string, payload: object): object => ({
    type: `agent.${type}`,
    execution_id: `e${run}`,
    timestamp: at(run * 10 + second),
    payload,
  });
  const call = { tool_name: 'search', tool_call_id: 'c1' };
  const told = (run: number): object[] => [
    event(run, 1, 'tool.started', { ...call, args_summary: `n: ${run}` }),
    event(run, 2, 'tool.completed', { ...call, success: true, result: `Found ${run}.` }),
    event(run, 3, 'stream.chunk', { content: `Answer ${run}.`, chunk_index: 0 }),
  ];
  const stored = (run: number): Message[] => [
    message(run * 10 + 1, 'assistant', '', { tool_calls: [{ id: 'c1', name: 'search', args_summary: `n: ${run}` }] }),
    message(run * 10 + 2, 'tool', `Found ${run}.`, { ...call, tool_result: `Found ${run}.` }),
    message(run * 10 + 3, 'assistant', `Answer ${run}.`),
  ];
  const asked = [message(10, 'user', 'Look.'), message(20, 'user', 'And there?')] as const;
  const begins = event(1, 0, 'status', { status: 'processing' });

  test.each([
    ['told live', asked, [begins, ...told(1), ...told(2)]],
    ['stored', [asked[0], ...stored(1), asked[1]], told(2)],
    ['stored and told live', [asked[0], ...stored(1), asked[1]], [begins, ...told(1), ...told(2)]],
  ])('the earlier one is %s: both calls are there, each with its result', (_, messages, events) => {
    const text = renderText(timeline(new ContractFeed().thread(messages, events)), { form: 'expanded' });
    expect(text.match(/search\(n: \d\)|Found \d|Answer \d/g)).toEqual(
      [1, 2].flatMap((run) => [`search(n: ${run})`, `Found ${run}`, `Answer ${run}`]),
    );
  });

  test('an earlier turn that is told again from its middle on is told once', () => {
    const messages = [asked[0], ...stored(1), asked[1]];
    const drawn = (events: readonly object[]): string =>
      renderText(timeline(new ContractFeed().thread(messages, events)), { form: 'expanded' });
    expect(drawn(told(1))).toBe(drawn([]));
  });
});

test('[L3] calls of one tool beside each other, told without ids from any event on: once they are stored, each has its own ending', () => {
  const ending = fc.record({ fails: fc.boolean(), said: fc.constantFrom('one', 'two', 'three') });
  const calls = fc.array(ending, { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(calls, fc.boolean(), fc.boolean(), fc.nat(8), fc.nat(2), (endings, hasIds, isBare, from, first) => {
      const id = (n: number): string | null => (hasIds ? `c${n}` : null);
      const told = (type: string, payload: object, order: number): object => ({
        type: `agent.${type}`,
        execution_id: 'e1',
        timestamp: Date.parse(at(2)) + order * 100,
        payload: { tool_name: 'search', tool_call_id: null, ...payload },
      });
      const result = ({ fails, said }: { fails: boolean; said: string }): object =>
        fails ? { tool_error: said } : { tool_result: said };
      const stored = [
        message(0, 'user', 'Look.'),
        message(2, 'assistant', '', {
          tool_calls: endings.map((_, n) => ({ id: id(n), name: 'search', args: { n } })),
        }),
        ...endings.map((each, n) => ({
          ...message(7, 'tool', '', { tool_call_id: id(n), tool_name: 'search', ...result(each) }),
          id: `t${n}`,
        })),
        message(8, 'assistant', 'Found.'),
      ];
      const ends = endings.map((each, n) =>
        told('tool.completed', { success: !each.fails, ...(isBare && !each.fails ? {} : result(each)) }, 10 + n),
      );
      // Without their results, only the order tells calls apart.
      const turned = isBare ? 0 : first % ends.length;
      const events = [
        told('status', { status: 'processing' }, 0),
        ...endings.map((_, n) => told('tool.started', { args: { n } }, n + 1)),
        ...[...ends.slice(turned), ...ends.slice(0, turned)].map((end, n) => ({ ...end, timestamp: at(4 + n) })),
        told('status', { status: 'completed' }, 80),
      ].slice(from);
      const drawn = (heard: readonly object[]): string =>
        renderText(timeline(new ContractFeed().thread(stored, heard)), { form: 'expanded' });
      expect(drawn(events)).toBe(drawn([]));
    }),
    { numRuns: 300, seed: 1 },
  );
});

describe('[seed 001] steps that are told with one time', () => {
  const told = (type: string, payload: object): object => ({
    type: `agent.${type}`,
    execution_id: 'e1',
    timestamp: at(5),
    payload,
  });
  const words = (...pieces: string[]): object[] =>
    pieces.map((content, chunk_index) => told('stream.chunk', { content, chunk_index }));
  const call = (n: number): object[] => [
    told('tool.started', { tool_name: 'search', tool_call_id: null, args_summary: `n: ${n}` }),
    told('tool.completed', { tool_name: 'search', tool_call_id: null, success: true, result: 'found' }),
  ];
  const step = (step_number: number): object => told('step.started', { step_number });
  const drawn = (...events: object[]): string => {
    const all = [told('status', { status: 'processing' }), ...events];
    const seen = new ContractFeed();
    for (let count = 0; count <= all.length; count += 1)
      seen.thread([message(0, 'user', 'Look.')], all.slice(0, count));
    const again = structuredClone(all);
    const text = (feed: ContractFeed, list: readonly object[]): string =>
      renderText(timeline(feed.thread([message(0, 'user', 'Look.')], list)), { form: 'expanded' });
    const once = text(seen, all);
    // All of it told again changes nothing.
    expect(text(seen, [...all, ...again])).toBe(once);
    expect(text(new ContractFeed(), all)).toBe(once);
    return once;
  };
  const leaked = words('{"n"', ':"1"}');

  test('the same piece of words is in each of them: leaked arguments are whole, and not drawn', () => {
    const next = words('{"n"', ':"2"}');
    expect(drawn(step(1), ...leaked, ...call(1), step(2), ...next)).not.toContain('"2"');
    expect(drawn(...leaked, ...call(1), ...next)).not.toContain('"2"');
  });

  test('words that are said again are there twice, and so are results', () => {
    const text = drawn(step(1), ...words('I look.'), ...call(1), step(2), ...words('I look.'), ...call(2));
    expect(text.match(/I look\./g)).toHaveLength(2);
    expect(text.match(/→ found/g)).toHaveLength(2);
    expect(text).not.toContain('⏳');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assistant, at, user } from '../../../test/contract-messages.ts';
import { renderText } from '../../blocks/render-text.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { foldThread, newThread, threadOf, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import { fromMessages } from '../from-messages/from-messages.ts';
import type { Message } from '../message.ts';
import { reconcile } from '../reconcile.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { contractReader } from './contract-reader.ts';

/** One response of a model: its words, then calls by the names of their tools. */
interface Response {
  readonly words: string;
  readonly tools: readonly string[];
}

interface Telling {
  readonly ids: boolean;
  readonly leaks: boolean;
  /** Whether all of its calls are told before their results. */
  readonly isParallel: boolean;
  readonly time: string | undefined;
}

const EARLIER = '2026-01-16T09:05:00.000Z';

/** `A` and `B` are two turns in which the ids of the calls are the same; what is said of the calls is not. */
type Turn = '' | 'a' | 'b' | 'A' | 'B';

interface Numbered {
  readonly id: string;
  readonly label: string;
  readonly name: string;
}

const numbered = (
  responses: readonly Response[],
  turn: Turn = '',
): (Response & { readonly calls: readonly Numbered[] })[] => {
  let count = 0;
  return responses.map((response) => ({
    ...response,
    calls: response.tools.map((name) => {
      const label = `c${turn}${(count += 1)}`;
      return { id: turn === 'A' || turn === 'B' ? `c${count}` : label, label, name };
    }),
  }));
};

const isSecond = (turn: Turn): boolean => turn === 'b' || turn === 'B';

type Stored = 'with ids' | 'results by name' | 'without ids';

/** What is stored of a turn. */
function storedTurn(responses: readonly Response[], how: Stored = 'with ids', turn: Turn = ''): Message[] {
  return numbered(responses, turn).flatMap(({ words, calls }, index) => [
    assistant(
      `m${turn}${index}`,
      words,
      calls.map(({ id, label, name }) => ({
        ...(how === 'without ids' ? {} : { id }),
        name,
        args_summary: `n: ${label}`,
      })),
    ),
    ...calls.map(({ id, label, name }): Message => ({
      id: `t${turn}-${id}`,
      role: 'tool',
      content: `result of ${label}`,
      timestamp: at,
      metadata: {
        ...(how === 'with ids' ? { tool_call_id: id } : {}),
        tool_name: name,
        tool_result: `result of ${label}`,
      },
    })),
  ]);
}

/** What is told of it live. */
function liveTurn(
  responses: readonly Response[],
  { ids, leaks, isParallel, time }: Telling,
  turn: Turn = '',
): object[] {
  const event = (type: string, payload: object): object => ({
    type,
    execution_id: isSecond(turn) ? 'e2' : 'e1',
    ...(time === undefined ? {} : { timestamp: time }),
    payload,
  });
  const events = numbered(responses, turn).flatMap(({ words, calls }, index) => {
    const step = { step_number: index + 1 };
    const named = calls.map(({ id, label, name }) => ({
      label,
      tool: { tool_name: name, tool_call_id: ids ? id : null },
    }));
    const starts = named.map(({ label, tool }) =>
      event('agent.tool.started', { ...tool, args_summary: `n: ${label}` }),
    );
    const ends = named.map(({ label, tool }) =>
      event('agent.tool.completed', { ...tool, success: true, result: `result of ${label}` }),
    );
    const pieces = words === '' ? [] : [words.slice(0, 3), words.slice(3)];
    const leak = leaks && words === '' ? calls.flatMap(({ label }) => ['{"n":', `"${label}"}`]) : [];
    return [
      event('agent.step.started', step),
      ...[...pieces, ...leak].map((content) => event('agent.stream.chunk', { content })),
      ...(isParallel ? [...starts, ...ends] : starts.flatMap((start, call) => [start, ends[call] ?? {}])),
      event('agent.step.completed', { ...step, has_tool_calls: calls.length > 0 }),
    ];
  });
  return [event('agent.status', { status: 'processing' }), ...events, event('agent.status', { status: 'completed' })];
}

function read(records: readonly unknown[], history: readonly Message[] = []): Thread {
  let thread = history.length === 0 ? newThread('t1') : threadOf(fromMessages(history));
  const reader = contractReader(history.length === 0 ? {} : { after: foldAll(fromMessages(history)) });
  for (const record of records)
    for (const event of appendDrafts(thread.state, reader.push(record), 0)) thread = foldThread(thread, event);
  return thread;
}

/** Every line that is drawn, without how it is grouped. */
const drawn = (thread: Thread): string[] =>
  renderText(timeline(thread), { form: 'expanded' })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:🔧|Thinking|Working)/u.test(line));

const lines = (responses: readonly Response[], turn: Turn = ''): string[] => [
  `You: u${isSecond(turn) ? 2 : 1}`,
  ...numbered(responses, turn).flatMap(({ words, calls }) => [
    ...(words === '' ? [] : [words]),
    ...calls.map(({ label, name }) => `${name}(n: ${label}) → result of ${label}`),
  ]),
];

const TURN: readonly Response[] = [
  { words: '', tools: ['search'] },
  { words: 'Found three.', tools: [] },
];
const telling: fc.Arbitrary<Telling> = fc.record({
  ids: fc.boolean(),
  leaks: fc.boolean(),
  isParallel: fc.boolean(),
  time: fc.constantFrom(at, EARLIER, undefined),
});

describe('[seed 001] [stranger] live events before, between and after stored messages: each call and each answer once, in order', () => {
  const variants = [true, false].flatMap((ids) =>
    [true, false].flatMap((leaks) => [at, EARLIER, undefined].map((time) => ({ ids, leaks, isParallel: false, time }))),
  );
  test.each(variants)('the whole turn is stored between two events: %j', (how) => {
    const live = liveTurn(TURN, how);
    const stored = storedTurn(TURN);
    for (let cut = 0; cut <= live.length; cut += 1) {
      const thread = read([user('u1'), ...live.slice(0, cut), user('u1'), ...stored, ...live.slice(cut)]);
      expect([cut, drawn(thread)]).toEqual([cut, lines(TURN)]);
      // `reconcile` has the same rule for lists.
      const streamed = toMessages(read([user('u1'), ...live.slice(0, cut)]).state);
      expect(reconcile(streamed, [user('u1'), ...stored])).toEqual([user('u1'), ...stored]);
      expect(thread.state.anomalies.count).toBe(0);
    }
    expect(drawn(read(live, [user('u1'), ...stored]))).toEqual(lines(TURN));
    expect(drawn(read(live, [user('u1'), ...stored.slice(0, 2)]))).toEqual(lines(TURN));
  });

  const how = fc.constantFrom<Stored>('with ids', 'results by name', 'without ids');
  const tools = fc.array(fc.constantFrom('search', 'read'), { minLength: 1, maxLength: 3 });
  const responses = fc
    .array(fc.record({ words: fc.constantFrom('', 'I look.', 'I read.'), tools }), { maxLength: 3 })
    .map((steps): Response[] => [...steps, { words: 'Found three.', tools: [] }]);

  const order = fc.array(fc.constantFrom('live', 'stored', 'fetch'), { maxLength: 60, size: 'max' });

  test('any cut of any turn', () => {
    fc.assert(
      fc.property(responses, telling, how, order, (turn, told, kept, cuts) => {
        const live = liveTurn(turn, told);
        const stored: object[] = storedTurn(turn, kept);
        const fetched: object[] = [user('u1')];
        const records = cuts.flatMap((next) => {
          if (next === 'fetch') return fetched;
          const more = (next === 'live' ? live : stored).splice(0, 1);
          if (next === 'stored') fetched.push(...more);
          return more;
        });
        const thread = read([user('u1'), ...records, ...live, ...stored]);
        expect(drawn(thread)).toEqual(lines(turn));
        expect(thread.state.anomalies.count).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  const turns = fc.constantFrom<readonly [Turn, Turn]>(['a', 'b'], ['A', 'B']);

  test('two turns, the ids of their calls the same or not: the history of both comes at any moment of the second', () => {
    fc.assert(
      fc.property(responses, responses, telling, fc.nat(40), turns, (first, second, told, cut, [a, b]) => {
        const asked = [user('u1'), user('u2')];
        const stored = [asked[0], ...storedTurn(first, 'with ids', a), asked[1], ...storedTurn(second, 'with ids', b)];
        const live = liveTurn(second, told, b);
        const before = [asked[0], ...liveTurn(first, told, a), asked[1], ...live.slice(0, cut)];
        const thread = read([...before, ...stored, ...live.slice(cut)]);
        expect(drawn(thread)).toEqual([...lines(first, a), ...lines(second, b)]);
      }),
      { numRuns: 300 },
    );
  });

  test('the first turn is stored, then the second is told, live and stored, in any order', () => {
    fc.assert(
      fc.property(responses, responses, telling, fc.nat(40), turns, (first, second, told, cut, [a, b]) => {
        const before = [user('u1'), ...storedTurn(first, 'with ids', a), user('u2')];
        const [live, stored] = [liveTurn(second, told, b), storedTurn(second, 'with ids', b)];
        const all = [...lines(first, a), ...lines(second, b)];
        expect(drawn(read([...before, ...stored]))).toEqual(all);
        expect(drawn(read([...before, ...live.slice(0, cut), ...stored, ...live.slice(cut)]))).toEqual(all);
        expect(drawn(read([...live.slice(0, cut), ...stored, ...live.slice(cut)], before))).toEqual(all);
        expect(drawn(read([...before, ...live]))).toEqual(all);
        const streamed = toMessages(read([...before, ...live]).state);
        expect(reconcile(streamed, [...before, ...stored])).toEqual([...before, ...stored]);
        expect(reconcile(streamed, before)).toHaveLength(before.length + stored.length);
      }),
      { numRuns: 300 },
    );
  });

  test('an event that is pushed twice adds nothing; nor does a run that is told again from its first event, after the next question too', () => {
    fc.assert(
      fc.property(
        responses,
        responses,
        telling,
        fc.nat(40),
        fc.boolean(),
        turns,
        (first, second, told, cut, isStored, [a, b]) => {
          const [one, two] = [liveTurn(first, told, a), liveTurn(second, told, b)];
          const twice = (events: readonly object[]): object[] => events.flatMap((each) => [each, each]);
          // Without times nobody knows an event again.
          const again = told.time === undefined ? [] : structuredClone(one.slice(0, cut));
          const stored = isStored ? storedTurn(first, 'with ids', a) : [];
          const asked = { ...user('u2'), timestamp: '2026-01-16T11:05:00.000Z' };
          const live = [...twice(one.slice(0, cut)), ...again, ...twice(one.slice(cut))];
          const whole = told.time === undefined ? [] : structuredClone(one);
          const thread = read([user('u1'), ...live, ...stored, ...whole, asked, ...whole, ...twice(two), ...whole]);
          expect(drawn(thread)).toEqual([...lines(first, a), ...lines(second, b)]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('where the events break off, the rest is stored', () => {
    fc.assert(
      fc.property(responses, telling, fc.nat(40), (turn, told, cut) => {
        const thread = read([user('u1'), ...liveTurn(turn, told).slice(0, cut), ...storedTurn(turn)]);
        // What was told is not moved: words that were broken off stay so, and arguments too.
        const [shown, all] = [drawn(thread), lines(turn)].map((each) => each.map((line) => line.slice(0, 3)));
        expect(shown?.filter((line) => line !== '{"n')).toEqual(all);
      }),
      { numRuns: 300 },
    );
  });
});

test.each<readonly [Turn, Turn]>([
  ['a', 'b'],
  ['A', 'B'],
])('[seed 001] a replay of a turn that is stored in part, with ids of an earlier one or not: %s %s', (a, b) => {
  const turn: readonly Response[] = [{ words: '', tools: ['read'] }, ...TURN];
  const stored = [
    user('u1'),
    ...storedTurn(turn, 'with ids', a),
    user('u2'),
    ...storedTurn(turn.slice(0, 1), 'with ids', b),
  ];
  const told = { ids: true, leaks: false, isParallel: false, time: at };
  const said = (id: string): object => ({ type: 'agent.message', timestamp: at, payload: user(id) });
  const steps = [said('u1'), ...liveTurn(turn, told, a), said('u2'), ...liveTurn(turn, told, b)];
  const noSteps = steps.filter((each) => !String(Reflect.get(each, 'type')).startsWith('agent.step'));
  const all = [...lines(turn, a), ...lines(turn, b)];
  for (const events of [steps, noSteps])
    for (const thread of [read([...stored, ...events]), read(events, stored)]) expect(drawn(thread)).toEqual(all);
});

import { threadOf, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { fromMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { answerText, contentsText, entryLines } from '@toolthread/core/lines';
import { at, storedRun, user } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const event = (type: string, payload: object, execution_id = 'e1'): object => ({
  type,
  execution_id,
  timestamp: at,
  payload,
});
const runOf = (name: string, answer: string): object[] => [
  event('agent.status', { status: 'processing' }, name),
  event('agent.step.started', { step_number: 1 }, name),
  event('agent.tool.started', { tool_name: 'search', tool_call_id: null }, name),
  event('agent.tool.completed', { tool_name: 'search', tool_call_id: null, success: true }, name),
  event('agent.step.completed', { step_number: 1 }, name),
  event('agent.step.started', { step_number: 2 }, name),
  event('agent.stream.chunk', { content: answer }, name),
  event('agent.step.completed', { step_number: 2 }, name),
  event('agent.status', { status: 'completed' }, name),
];
const storedOf = (name: string, answer: string): Message[] => storedRun(name, answer, { q: name });

function seen(thread: Thread): string[] {
  return [...timeline(thread).items].flatMap((item): string[] => {
    if (item.kind === 'message') return [contentsText(item.parts)];
    if (item.kind === 'answer') return [answerText(item)];
    if (item.kind !== 'group') return [];
    const calls = [...item.entries].flatMap((entry) => (entry.kind === 'call' ? [entryLines(entry.call)] : []));
    return [...calls.map(({ inline = '' }) => `call ${inline}`), ...(item.live === '' ? [] : [item.live])];
  });
}

const first = runOf('e1', 'One.');
const second = runOf('e2', 'Two.');
const history = [user('u1'), ...storedOf('e1', 'One.'), user('u2'), ...storedOf('e2', 'Two.')];
const whole = seen(threadOf(fromMessages(history)));

test('[L1] a time without a zone is UTC, wherever the reader is', () => {
  const { TZ } = process.env;
  const began = '2026-01-16T10:05:00';
  const run = first.map((each) => ({ ...each, timestamp: began }));
  try {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      process.env['TZ'] = zone;
      expect(new Date(0).getTimezoneOffset() === 0).toBe(zone === 'UTC');
      for (const [said, place] of [
        ['2026-01-16T10:04:00', 0],
        ['2026-01-16T10:06:00', 2],
      ] as const) {
        const feed = new ContractFeed();
        feed.thread([], run);
        expect(seen(feed.thread([{ ...user('u1'), timestamp: said }], run)).indexOf('u1')).toBe(place);
      }
    }
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
});

describe('[seed 001] stored messages and live events are one thread', () => {
  test('events stand after what was stored, and what a person says where it comes', () => {
    const feed = new ContractFeed();
    expect(seen(feed.thread([user('u1')], first))).toEqual(['u1', 'call ', 'One.']);
    expect(seen(feed.thread([user('u1'), user('u2')], first))).toEqual(['u1', 'call ', 'One.', 'u2']);
    expect(seen(feed.thread([user('u1'), user('u2')], [...first, ...second]))).toEqual([
      'u1',
      'call ',
      'One.',
      'u2',
      'call ',
      'Two.',
    ]);
  });

  test('the stored history takes the place of what was streamed, whenever it comes', () => {
    for (let cut = 0; cut <= second.length; cut += 1) {
      const feed = new ContractFeed();
      const told = [...first, ...second.slice(0, cut)];
      for (let count = 0; count <= first.length; count += 1) feed.thread([user('u1')], first.slice(0, count));
      feed.thread(history.slice(0, 4), first);
      feed.thread(history.slice(0, 5), told);
      const last = feed.thread(history, told);
      if (cut === 0 || cut === second.length) expect(seen(last)).toEqual(whole);
      expect(seen(last).filter((words) => words.startsWith('call'))).toHaveLength(2);
      expect(seen(last).filter((words) => words === 'Two.')).toHaveLength(1);
      expect(seen(feed.thread(history, [...first, ...second])).filter((words) => words === 'Two.')).toHaveLength(1);
    }
  });

  test('a page that is opened late, with all of both', () => {
    expect(seen(new ContractFeed().thread(history, second))).toEqual(whole);
    expect(seen(new ContractFeed().thread(history.slice(0, 5), [...first, ...second.slice(0, 3)]))).toEqual([
      'u1',
      'call Found',
      'One.',
      'u2',
      'call ',
    ]);
  });

  test('the same again is the same thread', () => {
    const feed = new ContractFeed();
    const thread = feed.thread(history, second);
    expect(feed.thread(history, second)).toBe(thread);
    expect(feed.thread(structuredClone(history), second)).toBe(thread);
  });

  test('a second run that is not stored yet stays where it is, whatever it answers, at every moment', () => {
    for (const words of ['One.', 'Two.']) {
      const next = runOf('e2', words);
      const stored = history.slice(0, 5);
      const page = ['u1', 'call Found', 'One.', 'u2'];
      const flow = new ContractFeed();
      flow.thread([user('u1')], []);
      flow.thread([user('u1')], first);
      flow.thread(history.slice(0, 4), first);
      flow.thread(stored, first);
      for (let cut = 1; cut <= next.length; cut += 1) {
        const told = [...first, ...next.slice(0, cut)];
        const shown = seen(flow.thread(stored, told));
        expect(shown.slice(0, 4)).toEqual(page);
        expect(seen(new ContractFeed().thread(stored, told))).toEqual(shown);
        expect(seen(new ContractFeed().thread(stored, structuredClone(told)))).toEqual(shown);
        expect(seen(new ContractFeed().thread(stored, next.slice(0, cut)))).toEqual(shown);
      }
      expect(seen(flow.thread(stored, [...first, ...next]))).toEqual([...page, 'call ', words]);
      const fetched = [...stored, ...storedOf('e2', words)];
      expect(seen(flow.thread(fetched, [...first, ...next]))).toEqual([...page, 'call Found', words]);
    }
  });

  test('a question that comes after its run, said in the same second, stands above it', () => {
    for (let cut = 1; cut <= first.length; cut += 1) {
      const feed = new ContractFeed();
      const run = seen(feed.thread([], first.slice(0, cut)));
      expect(seen(feed.thread([user('u1')], first.slice(0, cut)))).toEqual(['u1', ...run]);
      expect(seen(feed.thread([user('u1')], first))).toEqual(['u1', 'call ', 'One.']);
    }
  });

  test('a run whose question is not here yet stays too', () => {
    const flow = new ContractFeed();
    const next = runOf('e2', 'One.');
    flow.thread([user('u1')], first);
    flow.thread(history.slice(0, 4), first);
    const shown = seen(flow.thread(history.slice(0, 4), [...first, ...next]));
    expect(shown).toEqual(['u1', 'call Found', 'One.', 'call ', 'One.']);
  });
});

describe('[seed 001] ids of calls that come again in each turn', () => {
  const timed = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();
  const said = (id: string, seconds: number): Message => ({ ...user(id), timestamp: timed(seconds) });
  const stored = (name: string, tool: string, answer: string, seconds: number): Message[] =>
    storedOf(name, answer).map((message) => {
      const { metadata = {} } = message;
      const [call] = metadata.tool_calls ?? [];
      const again = {
        ...metadata,
        ...(call === undefined ? {} : { tool_calls: [{ ...call, id: 'call_0', name: tool }] }),
        ...(metadata.tool_call_id === undefined ? {} : { tool_call_id: 'call_0', tool_name: tool }),
      };
      return { ...message, timestamp: timed(seconds), metadata: again };
    });
  const live = (name: string, tool: string, answer: string, seconds: number): object[] =>
    runOf(name, answer).map((each) => {
      const payload: unknown = Reflect.get(each, 'payload');
      const isCall = typeof payload === 'object' && payload !== null && 'tool_name' in payload;
      const again = isCall ? { ...payload, tool_call_id: 'call_0', tool_name: tool, result: 'Found' } : payload;
      return { ...each, timestamp: timed(seconds), payload: again };
    });
  const shown = ['u1', 'call Found', 'One.', 'u2', 'call Found', 'Two.'];

  test.each([
    ['search', 0],
    ['remove', 0],
    ['search', 60],
    ['remove', 60],
  ])('the second calls %s, %i seconds later: each turn is whole, stored, live or both', (tool, gap) => {
    const [one, two] = [said('u1', 0), said('u2', gap)];
    const [first, second] = [stored('e1', 'search', 'One.', 0), stored('e2', tool, 'Two.', gap)];
    const [liveFirst, liveSecond] = [live('e1', 'search', 'One.', 0), live('e2', tool, 'Two.', gap)];
    const history = [one, ...first, two, ...second];
    expect(seen(new ContractFeed().thread(history, []))).toEqual(shown);
    for (let cut = 0; cut <= liveSecond.length; cut += 1) {
      const told = liveSecond.slice(0, cut);
      const flow = new ContractFeed();
      flow.thread([one], liveFirst);
      flow.thread([one, ...first], liveFirst);
      flow.thread([one, ...first, two], [...liveFirst, ...told]);
      expect(seen(flow.thread([one, ...first, two], [...liveFirst, ...liveSecond]))).toEqual(shown);
      expect(seen(flow.thread(history, [...liveFirst, ...liveSecond]))).toEqual(shown);
      const late = new ContractFeed();
      late.thread([one, ...first, two], told);
      expect(seen(late.thread([one, ...first, two], liveSecond))).toEqual(shown);
      expect(seen(late.thread(history, liveSecond))).toEqual(shown);
    }
  });
});

describe('[L5] [seed 001] the work for an event does not grow with the events before it', () => {
  /** Events that count how often they are read. */
  const counted = (events: readonly object[]): { readonly events: readonly object[]; readonly reads: () => number } => {
    let reads = 0;
    const watched = events.map((each) =>
      Object.defineProperty({ ...each }, 'type', {
        enumerable: true,
        get: (): unknown => {
          reads += 1;
          return Reflect.get(each, 'type');
        },
      }),
    );
    return { events: watched, reads: () => reads };
  };
  const readsOf = (runs: number, messages: (told: number) => readonly Message[]): number => {
    const told = Array.from({ length: runs }, (_, index) => runOf(`e${index}`, `Answer ${index}.`)).flat();
    const { events, reads } = counted(told);
    const feed = new ContractFeed();
    for (let count = 1; count <= events.length; count += 1) feed.thread(messages(count), events.slice(0, count));
    return reads();
  };
  /** What ten more runs cost. */
  const costOf = (runs: number, messages: (told: number) => readonly Message[]): number =>
    readsOf(runs + 10, messages) - readsOf(runs, messages);

  test('one by one, many runs: each is read a few times', () => {
    const question = [user('u1')];
    expect(costOf(100, () => question)).toBe(costOf(10, () => question));
    expect(costOf(100, () => [user('u1')])).toBe(costOf(10, () => [user('u1')]));
  });

  test('a question that comes with each run', () => {
    const asked = (count: number): readonly Message[] =>
      Array.from({ length: Math.ceil(count / first.length) }, (_, index) => user(`u${index}`));
    expect(costOf(100, asked)).toBe(costOf(10, asked));
  });
});

describe('[L5] [seed 001] a page that is opened, and a history that is fetched again', () => {
  const timed = (turn: number, seconds: number): string =>
    new Date(Date.parse(at) + turn * 60_000 + seconds).toISOString();
  /** How often something of so many turns is read: when the page opens, and when the same history comes in other objects and with one more answer. */
  const readsOf = (turns: number): readonly [first: number, again: number] => {
    let reads = 0;
    const watched = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get(target, name, receiver) {
          reads += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const stored = (): Message[] =>
      Array.from({ length: turns }, (_, turn) => [
        { ...user(`u${turn}`), timestamp: timed(turn, 0) },
        ...storedOf(`e${turn}`, 'One.').map((message) => ({ ...message, timestamp: timed(turn, 900) })),
      ])
        .flat()
        .map(watched);
    const events = Array.from({ length: turns }, (_, turn) =>
      runOf(`e${turn}`, 'One.').map((each, index) => watched({ ...each, timestamp: timed(turn, 100 + index) })),
    ).flat();
    const feed = new ContractFeed();
    feed.thread(stored().slice(0, -1), events);
    const first = reads;
    feed.thread(stored(), events);
    return [first, reads - first];
  };

  test('cost ten times as much for ten times the turns', () => {
    const [few, many] = [readsOf(20), readsOf(200)];
    expect(many[0]).toBeLessThan(12 * few[0]);
    expect(many[1]).toBeLessThan(12 * few[1]);
  });
});

describe('[seed 001] a question stands above the run that answers it', () => {
  const earlier = (id: string): Message => ({ ...user(id), timestamp: '2026-01-16T10:04:59.000Z' });

  test('whenever it is told', () => {
    for (let cut = 0; cut <= first.length; cut += 1) {
      const feed = new ContractFeed();
      feed.thread([], first.slice(0, cut));
      feed.thread([earlier('u1')], first.slice(0, cut));
      expect(seen(feed.thread([earlier('u1')], first))).toEqual(['u1', 'call ', 'One.']);
    }
  });

  test('in a second turn too', () => {
    for (let cut = 0; cut <= second.length; cut += 1) {
      const next = second.map((each) => ({ ...each, timestamp: '2026-01-16T10:06:00.000Z' }));
      const feed = new ContractFeed();
      feed.thread([user('u1')], first);
      feed.thread([user('u1')], [...first, ...next.slice(0, cut)]);
      const asked = [user('u1'), { ...user('u2'), timestamp: '2026-01-16T10:05:59.000Z' }];
      feed.thread(asked, [...first, ...next.slice(0, cut)]);
      expect(seen(feed.thread(asked, [...first, ...next]))).toEqual(['u1', 'call ', 'One.', 'u2', 'call ', 'Two.']);
    }
  });
});

test('[seed 001] a stored record that is no message takes nothing else away', () => {
  const junk: Message[] = JSON.parse('[null, 5, "x", [], {}]');
  const feed = new ContractFeed();
  for (const messages of [junk, [user('u1'), ...junk], [...junk, user('u1'), ...junk]])
    for (const events of [[], first]) feed.thread(messages, events);
  expect(seen(feed.thread([...junk, user('u1')], first))).toContain('One.');
  expect(seen(new ContractFeed().thread([...junk, user('u1')], []))).toContain('u1');
});

describe('[L3] something that names neither run nor time does not end the run at work', () => {
  const time = (second: number): string => new Date(Date.parse('2026-01-16T10:00:00Z') + second * 1000).toISOString();
  const stored: Message[] = [
    { ...user('One'), timestamp: time(0) },
    ...storedOf('e1', 'Answer one.').map((message) => ({ ...message, timestamp: time(4) })),
    { ...user('Two'), timestamp: time(10) },
  ];
  const of = (second: number, type: string, payload: object): object => ({
    type,
    execution_id: 'e2',
    timestamp: time(second),
    payload,
  });
  const live = [
    of(11, 'agent.status', { status: 'processing' }),
    of(12, 'agent.tool.started', { tool_name: 'Build', tool_call_id: 'b' }),
  ];
  const drawn = (thread: Thread): string => renderText(timeline(thread), { form: 'expanded' });

  test.each([{ type: 'heartbeat' }, { type: 'ping', session_id: 's' }, null, 42, {}])('%j', (sign) => {
    const expected = drawn(new ContractFeed().thread(stored, live));
    expect(expected).toContain('Build() ⏳');
    expect(drawn(new ContractFeed().thread(stored, [...live, sign]))).toEqual(expected);
    expect(drawn(new ContractFeed().thread(stored, [sign, ...live, sign, sign]))).toEqual(expected);
    const feed = new ContractFeed();
    feed.thread(stored, live);
    const more = [...live, sign];
    expect(drawn(feed.thread(stored, more))).toEqual(expected);
    const words = of(14, 'agent.stream.chunk', { content: 'Built' });
    expect(drawn(feed.thread(stored, [...more, words, sign]))).toEqual(
      drawn(new ContractFeed().thread(stored, [...live, words])),
    );
  });

  test('nor does the end of its call, and words without a place go on those before them', () => {
    const built = { type: 'agent.tool.completed', payload: { tool_name: 'Build', tool_call_id: 'b', success: true } };
    const words = [
      of(14, 'agent.stream.chunk', { content: 'It is ' }),
      { type: 'agent.stream.chunk', payload: { content: 'built.' } },
    ];
    const thread = new ContractFeed().thread(stored, [...live, built, ...words]);
    expect(drawn(thread)).toContain('It is built.');
    expect(drawn(thread)).toContain('Build()');
    expect(drawn(thread)).not.toMatch(/failed|lost|interrupted/i);
  });
});

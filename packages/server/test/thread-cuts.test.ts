import { type EventDraft, foldThread, type LedgerEvent, threadOf, timeline } from '@toolthread/core';
import { threadFrom, figuresOf, figuresWith } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import type { NumberedCut } from '../src/events/cut-thread.ts';
import { openRoom, type Room } from './room.ts';
import { unwrap } from './start-server.ts';

/** Nobody works here: the thread's history is the test's. */
const agent = { hasWork: () => false, recover: () => [], run: async () => undefined };

/** A question, a call whose id every turn uses, and an answer: ten events. */
function turns(from: number, to: number): EventDraft[] {
  return Array.from({ length: to - from }, (_, n) => turn(from + n)).flat();
}

function turn(n: number): EventDraft[] {
  const step = 2 * n + 1;
  return [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: `Question ${n}` }], delivery: 'now' },
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step },
    { type: 'agent.tool.called', step, part: 0, call: 'c1', name: 'look', arguments: '{}' },
    { type: 'agent.tool.completed', step, call: 'c1', outcome: n % 7 === 0 ? 'failed' : 'done' },
    { type: 'agent.step.completed', step, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: step + 1 },
    { type: 'agent.part.completed', step: step + 1, part: 0, kind: 'text', text: `Answer ${n}` },
    { type: 'agent.step.completed', step: step + 1, finish_reason: 'stop' },
    { type: 'agent.status', status: 'completed' },
  ];
}

async function longRoom(count: number): Promise<Room> {
  const room = await openRoom({ agent });
  unwrap(await room.ledger.append(room.thread, turns(0, count)));
  return room;
}

async function readAll({ ledger, thread }: Room): Promise<readonly LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const page = unwrap(await ledger.read(thread, { after: events.length, limit: 1000 }));
    if (page.length === 0) return events;
    events.push(...page);
  }
}

async function cutOf(room: Room, query = ''): Promise<NumberedCut | undefined> {
  const answer = await room.call('GET', room.path(`/cut${query}`));
  expect(answer.status).toBe(200);
  const read: NumberedCut | { cut: null } = JSON.parse(answer.text);
  return read.cut === null ? undefined : { ...read, cut: read.cut };
}

/** What a page shows that begins at the cut is what it shows of the whole. */
async function expectSame(room: Room, { cut, before }: NumberedCut): Promise<void> {
  const events = await readAll(room);
  const whole = threadOf(events);
  const part = events.slice(cut.names.seq).reduce(foldThread, threadFrom(cut));
  const shown = (thread: typeof whole): string => {
    const items = timeline(thread).items.toArray();
    return JSON.stringify(items.slice(cut.items), (key, value) => (key === 'outwardId' ? undefined : value));
  };
  expect(shown(part)).toBe(shown(whole));
  const { calls, failed } = figuresOf(whole.state);
  expect(figuresWith(before, figuresOf(part.state))).toMatchObject({ calls, failed });
}

test('[L1] a long thread is read from a cut near its end, and shows the same from there; a short one has none', async () => {
  const room = await longRoom(450);
  expect(await cutOf(room)).toBeUndefined();
  unwrap(await room.ledger.append(room.thread, turns(450, 720)));
  const found = await cutOf(room);
  if (found === undefined) throw new Error('It was not cut.');
  const { seq } = found.cut.names;
  expect(7201 - seq).toBeGreaterThanOrEqual(1000);
  expect(7201 - seq).toBeLessThan(3000);
  await expectSame(room, found);
  const earlier = await cutOf(room, `?up_to=${seq - 1}`);
  expect(earlier?.cut.names.seq).toBeLessThan(seq);
  if (earlier !== undefined) await expectSame(room, earlier);
  expect(await cutOf(room, '?up_to=0')).toBeUndefined();
  const refused = await room.call('GET', room.path('/cut?up_to=x'));
  expect(refused.status).toBe(400);
});

test('[L1] a rewind over a cut takes it away, and what is asked for next stands before the rewind', async () => {
  const room = await longRoom(720);
  expect(await cutOf(room)).toBeDefined();
  const to = 4001;
  unwrap(await room.ledger.append(room.thread, [{ type: 'thread.rewound', to }, ...turns(720, 1100)]));
  const found = await cutOf(room);
  if (found === undefined) throw new Error('It was not cut.');
  expect(found.cut.names.seq <= to || found.cut.names.seq > 7202).toBe(true);
  await expectSame(room, found);
  for (const upTo of [5000, 6000, 7201]) {
    const kept = await cutOf(room, `?up_to=${upTo}`);
    expect(kept?.cut.names.seq).toBeLessThanOrEqual(to);
  }
});

test('one long turn has no cut, and neither has a thread in which everything refers to its beginning', async () => {
  const room = await openRoom({ agent });
  const words = Array.from({ length: 6000 }, (_, n): EventDraft => {
    return { type: 'agent.text.delta', step: 1, part: 0, offset: 2 * n, text: 'a ' };
  });
  unwrap(
    await room.ledger.append(room.thread, [...turn(0).slice(0, 2), { type: 'agent.step.started', step: 1 }, ...words]),
  );
  expect(await cutOf(room)).toBeUndefined();
  const other = await longRoom(600);
  const undone = Array.from({ length: 9 }, (_, n): EventDraft[] => [
    ...turns(600 + 101 * n, 701 + 101 * n),
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done' },
  ]);
  unwrap(await other.ledger.append(other.thread, undone.flat()));
  const found = await cutOf(other);
  if (found !== undefined) await expectSame(other, found);
});

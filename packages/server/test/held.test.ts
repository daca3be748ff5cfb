/** What one asks for is never a wait for everybody. */
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { foldAll } from '@toolthread/core';
import type { EventDraft, FileChange } from '@toolthread/core';
import { toAgUiMessages } from '@toolthread/core/adapters';
import { toMessages } from '@toolthread/core/contract';
import { eventLoop } from '@toolthread/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { openRoom, type Room } from './room.ts';
import { field, newThread, TOKEN, until, unwrap } from './start-server.ts';

/** Whatever `work` is, a request that comes after it is answered before it is done. */
async function answersMeanwhile(room: Room, work: Promise<unknown>): Promise<void> {
  let done = false;
  const ended = work.then(() => (done = true));
  const health = await room.call('GET', '/api/info');
  expect([health.status, done]).toEqual([200, false]);
  await ended;
}

async function longThread(room: Room, steps: number): Promise<void> {
  for (let made = 0; made < steps; made += 200) {
    const drafts = Array.from({ length: 200 }, (_, n): readonly EventDraft[] => {
      const step = made + n + 1;
      return [
        { type: 'agent.step.started', step },
        { type: 'agent.text.delta', step, part: 0, offset: 0, text: `Step ${step} says a little.` },
        { type: 'agent.step.completed', step, finish_reason: 'stop' },
      ];
    });
    unwrap(await room.ledger.append(room.thread, drafts.flat()));
  }
}

/** A thread of 1000 steps that nobody has read since the start, and the turns of the event loop from then on. */
async function restartedLong(): Promise<{ room: Room; turns: MockInstance<typeof eventLoop.next> }> {
  const before = await openRoom();
  await longThread(before, 1000);
  const room = await before.restart();
  const turns = vi.spyOn(eventLoop, 'next');
  onTestFinished(() => turns.mockRestore());
  return { room, turns };
}

test('[M3] the messages of a long thread are folded and made in pieces, and are the same messages', async () => {
  const { room, turns } = await restartedLong();
  const asked = room.call('GET', room.path('/messages'));
  await answersMeanwhile(room, asked);
  // The law: between two turns no more than 100 events are read, or as many folded, or the messages of 100 steps made.
  expect(turns.mock.calls.length).toBeGreaterThan(3 * (3000 / 100) + 1000 / 100);
  const events = [];
  for (let seq = 0; ;) {
    const page = unwrap(await room.ledger.read(room.thread, { after: seq, limit: 1000 }));
    if (page.length === 0) break;
    events.push(...page);
    seq += page.length;
  }
  expect((await asked).json).toEqual({ messages: JSON.parse(JSON.stringify(toMessages(foldAll(events)))) });
  expect((await asked).headers['content-type']).toContain('application/json');
});

test('[M3] a thread that ends over 5000 open calls does so in many turns, and so does whoever reads it again', async () => {
  const before = await openRoom();
  unwrap(await before.ledger.append(before.thread, [{ type: 'agent.step.started', step: 1 }]));
  for (let made = 0; made < 5000; made += 500) {
    const drafts = Array.from({ length: 500 }, (_, n): EventDraft => {
      const part = made + n;
      return { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'look', arguments: '{}' };
    });
    unwrap(await before.ledger.append(before.thread, drafts));
  }
  const { log } = unwrap(await before.ledger.shown(before.thread));
  const changes = vi.spyOn(Object.getPrototypeOf(log), 'set');
  let longest = 0;
  const turns = vi.spyOn(eventLoop, 'next').mockImplementation(() => {
    longest = Math.max(longest, changes.mock.calls.length);
    changes.mockClear();
    return new Promise((resolve) => setImmediate(resolve));
  });
  onTestFinished(() => {
    changes.mockRestore();
    turns.mockRestore();
  });
  unwrap(await before.ledger.append(before.thread, [{ type: 'thread.closed' }]));
  const room = await before.restart();
  expect(unwrap(await room.ledger.shown(room.thread)).life).toBe('closed');
  // The law: of the calls, each of which changes its group and its place in it, a turn has a thousand.
  expect(longest).toBeGreaterThan(1000);
  expect(longest).toBeLessThanOrEqual(2 * 1000);
});

test('[M3] a client of AG-UI gets the messages of a long thread, made in pieces', async () => {
  const { room, turns } = await restartedLong();
  const state = unwrap(await room.ledger.shown(room.thread));
  const known = turns.mock.calls.length;
  const answer = await fetch(`http://127.0.0.1:${room.port}/api/ag-ui`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ threadId: room.thread, runId: 'r1', messages: [] }),
  });
  const text = await answer.text();
  // The law: between two turns the messages of 200 entries are made, or as much is written.
  expect(turns.mock.calls.length - known).toBeGreaterThan(1000 / 200);
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: '));
  const snapshot = frames.map((frame) => JSON.parse(frame.slice(6))).find(({ type }) => type === 'MESSAGES_SNAPSHOT');
  expect(snapshot.messages).toEqual(JSON.parse(JSON.stringify(toAgUiMessages(state))));
});

test('[M3] the diff of 8 rewritten files lets others be heard', async () => {
  const room = await openRoom();
  const lines = (word: string): Uint8Array =>
    new TextEncoder().encode(Array.from({ length: 1000 }, (_, n) => `${word} ${n}\n`).join(''));
  const hashes = unwrap(
    await room.ledger.putBlobs(Array.from({ length: 16 }, (_, n) => lines(`${n % 2 === 0 ? 'old' : 'new'} ${n}`))),
  );
  const files = Array.from({ length: 8 }, (_, n): FileChange => {
    const [before = '', after = ''] = hashes.slice(2 * n, 2 * n + 2);
    return { path: `file ${n}`, before, after };
  });
  unwrap(await room.ledger.append(room.thread, [{ type: 'workspace.changed', change: 'w1', files }]));
  await answersMeanwhile(room, room.call('GET', room.path('/changes/w1')));
});

test('[M3] a thousand appends at once let others be heard before the last', async () => {
  const room = await openRoom();
  const threads = await Promise.all(Array.from({ length: 20 }, () => newThread(room)));
  const posted: EventDraft = { type: 'thread.renamed', title: 'x' };
  const all = Array.from({ length: 1000 }, (_, n) => room.ledger.append(threads[n % 20] ?? '', [posted]));
  await answersMeanwhile(room, Promise.all(all));
});

/** Its address: a file of that size was changed in the thread. */
async function blobOf8MB(room: Room): Promise<string> {
  const hash = unwrap(await room.ledger.putBlob(new Uint8Array(8_000_000).fill(7)));
  const files = [{ path: 'a', after: hash }];
  unwrap(await room.ledger.append(room.thread, [{ type: 'workspace.changed', change: 'w1', files }]));
  return `/api/blobs/${hash}`;
}

/** Where the messages of the thread are read, when so many have said it. */
async function manyMessages(room: Room, count: number, text: string): Promise<string> {
  const parts = [{ type: 'text', text }] as const;
  for (let n = 0; n < count; n += 1)
    unwrap(
      await room.ledger.append(room.thread, [{ type: 'message.posted', author: '@other', parts, delivery: 'now' }]),
    );
  return room.path('/messages');
}

test.each([
  ['a blob of 8 MB', 'blob', 'x', 1_000_000],
  // What waits here is some of what it costs: pieces of text that are made, and that are on their way.
  ['the messages of a thread of 6 MB', 'messages', '語', 85_000],
  ['the messages of a thread of 12 MB, as JSON', 'messages', '\u0001', 85_000],
] as const)('[M6] a reader that takes nothing of %s costs less than 1 MB', async (_, what, sign, most) => {
  const room = await openRoom();
  const path = what === 'blob' ? await blobOf8MB(room) : await manyMessages(room, 20, sign.repeat(100_000));
  const responses = new Set<ServerResponse>();
  const { write } = ServerResponse.prototype;
  const spy = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...given) {
    responses.add(this);
    return Reflect.apply(write, this, given);
  });
  onTestFinished(() => spy.mockRestore());
  const socket = connect(room.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${room.port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
  await until(
    () => ([...responses].some(({ writableNeedDrain }) => writableNeedDrain) ? true : undefined),
    'a full socket',
  );
  expect((await room.call('GET', path)).status).toBe(200);
  const waiting = [...responses].map(({ writableLength }) => writableLength);
  expect(Math.max(...waiting)).toBeGreaterThan(0);
  expect(Math.max(...waiting)).toBeLessThan(most);
});

/** Of megabytes each: one that is held whole shows among as few. */
const UNREAD = 8;

test.each([
  ['a blob of 8 MB', 'blob'],
  ['the messages of a thread of 3 MB', 'messages'],
] as const)('[M6] answers by `fetch` that nobody reads: each of %s holds little', async (_, what) => {
  const room = await openRoom();
  const path = what === 'blob' ? await blobOf8MB(room) : await manyMessages(room, 10, 'x'.repeat(300_000));
  const ask = (): Promise<Response> =>
    room.server.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }));
  const collect = collector();
  const first = await ask();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const unread = [first];
  for (let n = 0; n < UNREAD; n += 1) unread.push(await ask());
  // Each has got as far as it gets when so many answers in a row find no more than was held before.
  let held = 0;
  for (let same = 0; same < UNREAD; same += 1) {
    expect((await room.call('GET', '/api/info')).status).toBe(200);
    collect();
    const now = process.memoryUsage().arrayBuffers - before;
    if (now > held) [held, same] = [now, -1];
  }
  expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200));
  expect(held / UNREAD).toBeLessThan(150_000);
});

/** Memory that nobody holds any more is given back now. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('there is no gc');
  return () => void collect();
}

test.each([
  ['one letter', 'x'],
  ['letters of three bytes', '語'],
  ['letters that JSON escapes', '\u0001'],
  ['characters of two halves', '😀'],
])('[A2 12] a message of 3 MB, %s, leaves in pieces, and is whole', async (_, sign) => {
  const room = await openRoom();
  const text = sign.repeat(Math.floor(3_000_000 / sign.length));
  const authors = ['@human', '@other'];
  for (const author of authors) {
    const parts = [{ type: 'text', text }] as const;
    unwrap(await room.ledger.append(room.thread, [{ type: 'message.posted', author, parts, delivery: 'now' }]));
  }
  const written: number[] = [];
  const { write } = ServerResponse.prototype;
  const spy = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...given) {
    written.push(Buffer.byteLength(given[0]));
    return Reflect.apply(write, this, given);
  });
  onTestFinished(() => spy.mockRestore());
  const { json } = await room.call('GET', room.path('/messages'));
  expect(json).toEqual({
    messages: JSON.parse(JSON.stringify(toMessages(unwrap(await room.ledger.shown(room.thread))))),
  });
  expect(written.length).toBeGreaterThan(13);
  expect(Math.max(...written)).toBeLessThan(800_000);
});

test('[M3] what was written leaves in pieces too: drafts, drafts that are sent again, a page of events, a message', async () => {
  const room = await openRoom({ agent: { hasWork: () => false, recover: () => [], run: async () => undefined } });
  const { json } = await room.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const events = `/api/threads/${String(field(json, 'id'))}/events`;
  const posted = (text: string): object => ({
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text }],
    delivery: 'now',
  });
  const body = { drafts: Array.from({ length: 150 }, () => posted('x'.repeat(20_000))), expected_seq: 1 };
  const written: number[] = [];
  const { write, end } = ServerResponse.prototype;
  const note = (bytes: unknown): void => {
    if (typeof bytes === 'string' || bytes instanceof Uint8Array) written.push(Buffer.byteLength(bytes));
  };
  const writes = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (
    this: ServerResponse,
    ...given
  ) {
    note(given[0]);
    return Reflect.apply(write, this, given);
  });
  const ends = vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (this: ServerResponse, ...given) {
    note(given[0]);
    return Reflect.apply(end, this, given);
  });
  onTestFinished(() => {
    writes.mockRestore();
    ends.mockRestore();
  });
  const first = await room.call('POST', events, { body });
  const again = await room.call('POST', events, { body });
  const page = await room.call('GET', `${events}?after=1&limit=300`);
  const message = await room.call('POST', room.path('/messages'), { body: { text: 'y'.repeat(2_500_000) } });
  expect([first.status, again.status, page.status, message.status]).toEqual([201, 200, 200, 201]);
  expect(again.json).toEqual(first.json);
  expect(first.text.length).toBeGreaterThan(3_000_000);
  expect(message.text.length).toBeGreaterThan(2_500_000);
  expect(Math.max(...written)).toBeLessThan(800_000);
});

test('[M3] a message of a hundred pictures, or of a large one, is read and kept in many turns', async () => {
  const room = await openRoom({ agent: { hasWork: () => false, recover: () => [], run: async () => undefined } });
  for (const [count, size] of [
    [100, 70_000],
    [1, 7_000_000],
  ] as const) {
    const data = Buffer.alloc(size, `${count}`).toString('base64');
    const picture = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data } };
    const body = { parts: Array.from({ length: count }, () => picture) };
    const turns = vi.spyOn(eventLoop, 'next');
    expect((await room.call('POST', room.path('/messages'), { body })).status).toBe(201);
    // The law: between two turns no more than 100,000 characters are measured, or half as many searched for keys, or one picture decoded.
    expect(turns.mock.calls.length).toBeGreaterThan(
      (count * data.length) / 100_000 + (count * data.length) / 51_000 + count,
    );
    turns.mockRestore();
  }
});

/** Members that do not show their calls: neither text nor metadata of them leaves by any route, at any moment. */
import { type LedgerEvent, timeline, threadOf } from '@toolthread/core';
import { expect, test } from 'vitest';
import { readStream } from '../../test/read-stream.ts';
import { openRoom, type Room } from '../../test/room.ts';
import { SECRET, type ShyMember, shyMember } from '../../test/shy-member.ts';
import { field, until, unwrap } from '../../test/start-server.ts';
import { createShownLedger } from './shown-ledger.ts';
import type { RequestEncoder } from './step-request.ts';

/** Nobody works here: the thread's history is the test's. */
const agent = { hasWork: () => false, recover: () => [], run: async () => undefined };

async function shyRoom(): Promise<{ room: Room; member: ShyMember }> {
  const requests: RequestEncoder = { encode: async () => undefined, redact: async (value) => value };
  const room = await openRoom({ agent, requests });
  const member = await shyMember(room.ledger);
  unwrap(await room.ledger.append(room.thread, member.drafts.flat()));
  return { room, member };
}

function expectNoLeak(text: string, where: string): void {
  expect({ where, leaks: text.includes(SECRET) ? text : undefined }).toEqual({ where, leaks: undefined });
  // A finish reason tells as well.
  expect({ where, tells: text.includes('"tool_calls"') }).toEqual({ where, tells: false });
}

/** The route with every name that could be in it: all events, all calls, all blobs. */
function everyAddress(path: string, room: Room, { hidden, shown }: ShyMember, length: number): string[] {
  // From the end: who reads from the beginning has learnt everything on the way.
  const seqs = Array.from({ length: length + 1 }, (_, i) => String(length - i));
  const values: { readonly [name: string]: readonly string[] } = {
    id: [room.thread],
    seq: seqs,
    call: [`${SECRET}-call`, 'c9', 'r1'],
    request: ['r1'],
    change: ['w1'],
    hash: [...hidden, ...shown],
    step: ['1', '2'],
    name: ['ada'],
    link: ['l1'],
  };
  const withNames = [...path.matchAll(/:(\w+)/g)].reduce<readonly string[]>(
    (paths, [pattern, name = '']) => {
      const known = values[name];
      if (known === undefined) throw new Error(`say what may stand for ${pattern}`);
      return paths.flatMap((one) => known.map((value) => one.replace(pattern, value)));
    },
    [path],
  );
  if (path.endsWith('/steps/:step/request')) {
    const scopes = ['', '?scope=agent%3Ashy', `?scope=child%3A${SECRET}`];
    return withNames.flatMap((one) => scopes.map((scope) => `${one}${scope}`));
  }
  if (!path.endsWith('/events')) return [...withNames];
  return withNames.flatMap((one) => seqs.map((seq) => `${one}?after=${seq}&limit=1000`));
}

const bodies: readonly object[] = [
  {},
  { text: 'x' },
  { title: 'x' },
  { answers: [{ question: 'May it?', values: ['x'] }] },
  { decision: 'deny' },
];

test.each(['warm', 'cold'])('no route, called with whatever name, tells anything (%s)', async (how) => {
  const { room: first, member } = await shyRoom();
  const { length } = await first.events();
  // A server that has just started has read nothing of the thread yet.
  const room = how === 'cold' ? await first.restart() : first;
  const order = ['GET', 'POST', 'PUT', 'DELETE'];
  const routes = room.server.routes.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  let answers = 0;
  for (const { method, path } of routes) {
    expect(order).toContain(method);
    for (const address of everyAddress(path, room, member, length)) {
      for (const body of method === 'POST' || method === 'PUT' ? bodies : [undefined]) {
        const answer = await room.call(method, address, { body });
        expect(answer.status).toBeLessThan(500);
        // What was asked for may be said again: a name that the caller gave is no news.
        expectNoLeak(answer.text, `${method} ${address}`);
        if (answer.status < 300) answers += 1;
      }
    }
  }
  expect(answers).toBeGreaterThan(length);
  expect(room.errors).toEqual([]);
});

test('a blob that only withheld events name is not there; one that somebody shows is', async () => {
  const { room, member } = await shyRoom();
  const status = async (hash: string): Promise<number> => (await room.call('GET', `/api/blobs/${hash}`)).status;
  expect(await Promise.all(member.hidden.map(status))).toEqual([404, 404, 404]);
  expect(await Promise.all(member.shown.map(status))).toEqual([200, 200, 200]);
  const unnamed = unwrap(await room.ledger.putBlob(new TextEncoder().encode('nobody names it')));
  expect(await status(unnamed)).toBe(404);
});

test('[B.3 11] nobody makes a blob readable by naming it', async () => {
  const { room, member } = await shyRoom();
  const image = (hash: string): object => ({
    parts: [{ type: 'image', media_type: 'image/png', source: { kind: 'blob', hash, size: 5 } }],
  });
  const posted = await room.say('x');
  const seq = Number(field(posted.json, 'event', 'seq'));
  for (const hash of member.hidden) {
    for (const [method, path] of [
      ['POST', '/messages'],
      ['PUT', `/messages/${seq}`],
    ] as const) {
      const answer = await room.call(method, room.path(path), { body: image(hash) });
      expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([404, 'no_such_blob']);
    }
    expect((await room.call('GET', `/api/blobs/${hash}`)).status).toBe(404);
  }
  const [shown = ''] = member.shown;
  expect((await room.call('POST', room.path('/messages'), { body: image(shown) })).status).toBe(201);
});

test('the list counts no call of theirs, and still says what a person is asked', async () => {
  const { room } = await shyRoom();
  const opened = { type: 'request.opened', scope: 'agent:shy', request: 'r2', kind: 'approval' } as const;
  unwrap(await room.ledger.append(room.thread, [opened]));
  const counts = { calls: 0, failed: 0, waiting: 1 };
  expect((await room.call('GET', '/api/threads')).json).toMatchObject({ threads: [counts] });
  expect((await room.call('GET', room.path(''))).json).toMatchObject(counts);
});

test('[L1] read along, reconnected after any event, read as JSON: the same events, each in its place', async () => {
  const room = await openRoom({ agent });
  const member = await shyMember(room.ledger);
  const [before, after] = member.drafts;
  unwrap(await room.ledger.append(room.thread, before));
  const live = await readStream(room.port, room.thread);
  await live.seqs(before.length + 1);
  for (const draft of after) unwrap(await room.ledger.append(room.thread, [draft]));
  const length = before.length + after.length + 1;
  await live.seqs(length);
  expectNoLeak(live.text(), 'live');
  const cold = await room.restart();
  for (let from = length - 1; from >= 0; from -= 1) {
    const again = await readStream(cold.port, cold.thread, { headers: { 'last-event-id': String(from) } });
    await again.seqs(length - from);
    expect(again.events).toEqual(live.events.slice(from));
    again.close();
  }
  const json = await cold.call('GET', cold.path('/events?limit=1000'));
  expect(field(json.json, 'events')).toEqual(live.events);
  expect(live.events.map(({ seq }) => seq)).toEqual(Array.from({ length }, (_, i) => i + 1));
  const said = JSON.stringify(timeline(threadOf(live.events)));
  for (const words of ['go', 'I look.', 'May it?', 'Done.']) expect(said).toContain(words);
});

test("what the contract's messages say is what a page folds", async () => {
  const { room } = await shyRoom();
  const { json } = await room.call('GET', room.path('/messages'));
  const text = JSON.stringify(json);
  for (const words of ['go', 'I look.', 'Done.']) expect(text).toContain(words);
});

test('after a rewind the calls of a member that the state has forgotten are still withheld', async () => {
  const { room: first } = await shyRoom();
  unwrap(await first.ledger.append(first.thread, [{ type: 'thread.rewound', to: 1 }]));
  const room = await first.restart();
  for (let after = 30; after >= 0; after -= 1) {
    const { text } = await room.call('GET', room.path(`/events?after=${after}&limit=1000`));
    expectNoLeak(text, `after ${after}`);
  }
});

test('[L5] a reader at the end of a thread costs no look at its scopes, however many there are', async () => {
  const { room } = await shyRoom();
  let looks = 0;
  const shown = createShownLedger({
    ...room.ledger,
    scopes: (thread, after) => {
      looks += 1;
      return room.ledger.scopes(thread, after);
    },
  });
  const read = async (after: number): Promise<readonly LedgerEvent[]> =>
    unwrap(await shown.read(room.thread, { after, limit: 1000 }));
  let seq = (await read(20)).at(-1)?.seq ?? 0;
  for (let i = 0; i < 50; i += 1) {
    unwrap(await room.ledger.append(room.thread, [{ type: 'thread.renamed', title: String(i) }]));
    seq = (await until(async () => (await read(seq)).at(-1), 'the event')).seq;
  }
  expect(looks).toBe(1);
});

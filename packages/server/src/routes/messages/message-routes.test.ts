import { type ContentPart, foldAll, type LedgerEvent } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import type { Ledger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRoom, type Room } from '../../../test/room.ts';
import { scriptedAgent } from '../../../test/scripted-agent.ts';
import { SECRET, shyMember } from '../../../test/shy-member.ts';
import { field, newThread, until, unwrap } from '../../../test/start-server.ts';

/** Nobody works here: what is said stays unread until the test lets a step read it. */
const idle = { hasWork: () => false, recover: () => [], run: async () => undefined };

const seqOf = (answer: { json: unknown }): number => Number(field(answer.json, 'event', 'seq'));

async function queued(room: Room): Promise<unknown[]> {
  return queuedMessages(await room.state()).map(({ message, state }) => [
    message.seq,
    state,
    joinedText(message.parts),
  ]);
}

function joinedText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
}

const steps = (...built: number[]): { type: 'agent.step.started'; step: number; built_from: number }[] =>
  built.map((built_from, i) => ({ type: 'agent.step.started', step: i + 1, built_from }));

test('what nobody has read yet can be said otherwise, and taken back', async () => {
  const room = await openRoom({ agent: idle });
  const [first, second] = [seqOf(await room.say('one')), seqOf(await room.say('two'))];
  const changed = await room.call('PUT', room.path(`/messages/${first}`), { body: { text: 'uno' } });
  expect([changed.status, changed.json]).toEqual([200, { seq: 4 }]);
  const parts = [
    { type: 'text', text: 'du' },
    { type: 'text', text: 'e' },
  ];
  expect((await room.call('PUT', room.path(`/messages/${second}`), { body: { parts } })).status).toBe(200);
  expect(await queued(room)).toEqual([
    [first, 'said', 'uno'],
    [second, 'said', 'due'],
  ]);
  const gone = await room.call('DELETE', room.path(`/messages/${first}`));
  expect([gone.status, gone.json]).toEqual([200, { seq: 6 }]);
  expect(await queued(room)).toEqual([[second, 'said', 'due']]);
  expect((await room.events()).at(-1)).toMatchObject({ type: 'message.changed', message: first, parts: [] });
  expect((await room.state()).anomalies.count).toBe(0);
});

test('a picture that came as data is kept as a blob: no view carries its bytes', async () => {
  const room = await openRoom({ agent: idle });
  const picture = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'QUJD' } };
  const seq = seqOf(await room.call('POST', room.path('/messages'), { body: { parts: [picture] } }));
  await room.call('PUT', room.path(`/messages/${seq}`), { body: { parts: [picture, picture] } });
  const [posted, changed] = (await room.events()).slice(-2);
  const kept = { ...picture, source: { kind: 'blob', hash: expect.any(String), size: 3 } };
  expect([posted, changed]).toMatchObject([{ parts: [kept] }, { parts: [kept, kept] }]);
  const hash = String(field(posted, 'parts', '0', 'source', 'hash'));
  expect((await room.call('GET', `/api/blobs/${hash}`)).text).toBe('ABC');
});

test('a follow-up is changed and taken back while it waits, and is in no view yet', async () => {
  const room = await openRoom();
  await room.say('hang');
  await room.untilStatus('running');
  const later = seqOf(await room.say('old words', { delivery: 'followUp' }));
  const never = seqOf(await room.say('never', { delivery: 'followUp' }));
  expect((await room.call('PUT', room.path(`/messages/${later}`), { body: { text: 'new words' } })).status).toBe(200);
  expect((await room.call('DELETE', room.path(`/messages/${never}`))).status).toBe(200);
  expect(await queued(room)).toEqual([[later, 'held', 'new words']]);
  const { text } = await room.call('GET', room.path('/messages'));
  expect(text).not.toContain('words');
});

test('a change wakes nobody', async () => {
  let runs = 0;
  const agent = {
    ...scriptedAgent,
    run: async () => {
      runs += 1;
    },
  };
  const room = await openRoom({ agent });
  await room.write('one');
  const { seq } = (await room.events()).at(-1) ?? { seq: 0 };
  expect((await room.call('PUT', room.path(`/messages/${seq}`), { body: { text: 'uno' } })).status).toBe(200);
  await room.runner.close();
  expect(runs).toBe(0);
});

test('what was taken back before its run began starts none', async () => {
  const room = await openRoom();
  await room.say('hang');
  await room.untilStatus('running');
  const later = seqOf(await room.say('later', { delivery: 'followUp' }));
  await room.call('DELETE', room.path(`/messages/${later}`));
  await room.call('POST', room.path('/stop'));
  await room.untilStatus('cancelled');
  await until(
    async () => ((await room.call('GET', room.path(''))).text.includes('"unfinished":false') ? true : undefined),
    'rest',
  );
  expect(await room.call('POST', room.path('/stop'))).toMatchObject({ json: { stopping: false } });
});

test('what a step has read cannot be changed any more, nor what was taken back', async () => {
  const room = await openRoom({ agent: idle });
  const [read, gone] = [seqOf(await room.say('one')), seqOf(await room.say('two'))];
  await room.call('DELETE', room.path(`/messages/${gone}`));
  unwrap(await room.ledger.append(room.thread, steps(4)));
  const before = await room.events();
  for (const seq of [read, gone]) {
    for (const [method, body] of [
      ['PUT', { text: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await room.call(method, room.path(`/messages/${seq}`), { body });
      expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([409, 'too_late']);
      expect(field(answer.json, 'error', 'message')).toMatch(/already read/);
    }
  }
  expect(await room.events()).toEqual(before);
});

/** Somebody is faster: between the look and the change, a step reads everything. */
function withFasterStep(ledger: Ledger): Ledger {
  let step = 0;
  return {
    ...ledger,
    append: async (thread, drafts, options) => {
      if (drafts[0]?.type === 'message.changed') {
        step += 1;
        unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step }]));
      }
      return ledger.append(thread, drafts, options);
    },
  };
}

test.each(['PUT', 'DELETE'])('%s: a step that reads it at the last moment makes it too late', async (method) => {
  const room = await openRoom({ agent: idle, wrap: withFasterStep });
  const seq = seqOf(await room.say('one'));
  const body = method === 'PUT' ? { text: 'x' } : undefined;
  expect((await room.call(method, room.path(`/messages/${seq}`), { body })).status).toBe(409);
  expect((await room.state()).log.toArray()).toMatchObject([
    { kind: 'message', message: { parts: [{ text: 'one' }] } },
    {},
  ]);
});

test('of any number of changes and steps at once: 200 if it counted, 409 if not', async () => {
  const act = fc.constantFrom('change', 'change', 'take back', 'step', 'step from before');
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
      const room = await openRoom({ agent: idle });
      const seq = seqOf(await room.say('one'));
      const path = room.path(`/messages/${seq}`);
      let step = 0;
      const answers = await Promise.all(
        acts.map(async (what) => {
          if (what === 'change') return room.call('PUT', path, { body: { text: 'x' } });
          if (what === 'take back') return room.call('DELETE', path);
          step += 1;
          const from = what === 'step' ? {} : { built_from: 1 };
          unwrap(await room.ledger.append(room.thread, [{ type: 'agent.step.started', step, ...from }]));
          return undefined;
        }),
      );
      const tried = answers.filter((answer) => answer !== undefined);
      const events = await room.events();
      const counted = events.filter((event) => event.type === 'message.changed' && hasCounted(events, event));
      const told = tried.filter(({ status }) => status === 200).map(({ json }) => field(json, 'seq'));
      expect(new Set(told)).toEqual(new Set(counted.map((event) => event.seq)));
      expect(tried.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

function hasCounted(events: readonly LedgerEvent[], { seq }: LedgerEvent): boolean {
  return foldAll(events.slice(0, seq)).anomalies.count === foldAll(events.slice(0, seq - 1)).anomalies.count;
}

test('only what a person said, in this thread', async () => {
  const room = await openRoom({ agent: idle });
  const seq = seqOf(await room.say('one'));
  const posted = {
    type: 'message.posted',
    author: '@ada',
    parts: [{ type: 'text', text: 'x' }],
    delivery: 'now',
  } as const;
  unwrap(await room.ledger.append(room.thread, [posted, ...steps(1)]));
  const other = await newThread(room);
  const put = async (path: string): Promise<unknown[]> => {
    const answer = await room.call('PUT', path, { body: { text: 'x' } });
    return [answer.status, field(answer.json, 'error', 'code')];
  };
  expect(await put(room.path(`/messages/${seq + 1}`))).toEqual([400, 'not_yours']);
  for (const none of ['0', '1', '4', '99', '1e0', '01', '-1', 'x', '2.0', '999999999999999999999'])
    expect([none, await put(room.path(`/messages/${none}`))]).toEqual([none, [404, 'no_such_message']]);
  expect(await put(`/api/threads/${other}/messages/${seq}`)).toEqual([404, 'no_such_message']);
  expect(await put(`/api/threads/none/messages/${seq}`)).toEqual([404, 'no_such_thread']);
  expect(await put(room.path(`/messages/${seq}`))).toEqual([200, undefined]);
});

test('what was said to the child run of a member that keeps its calls to itself is as if it were not there', async () => {
  const room = await openRoom({ agent: idle });
  const { drafts } = await shyMember(room.ledger);
  const events = unwrap(await room.ledger.append(room.thread, drafts.flat()));
  const hidden = events.find((event) => event.type === 'message.posted' && event.scope !== undefined);
  const answer = await room.call('DELETE', room.path(`/messages/${hidden?.seq}`));
  expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([404, 'no_such_message']);
  expect(answer.text).not.toContain(SECRET);
});

test.each([
  ['no words', {}],
  ['empty words', { text: '' }],
  ['no parts', { parts: [] }],
  ['words twice', { text: 'a', parts: [{ type: 'text', text: 'b' }] }],
  ['another delivery', { text: 'a', delivery: 'now' }],
  ['another name', { text: 'a', client_id: 'x' }],
])('a change with %s is refused', async (_, body) => {
  const room = await openRoom({ agent: idle });
  const seq = seqOf(await room.say('one'));
  const answer = await room.call('PUT', room.path(`/messages/${seq}`), { body });
  expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([400, 'bad_body']);
  expect(await queued(room)).toEqual([[seq, 'said', 'one']]);
});

test('[L6] a change that was acknowledged survives a restart', async () => {
  const room = await openRoom({ agent: idle });
  const seq = seqOf(await room.say('one'));
  await room.call('PUT', room.path(`/messages/${seq}`), { body: { text: 'uno' } });
  expect(await queued(await room.restart())).toEqual([[seq, 'said', 'uno']]);
});

test('what nobody will name is not kept: pictures for no thread, for no message, or too late', async () => {
  let puts = 0;
  const wrap = (ledger: Ledger): Ledger => ({
    ...ledger,
    putBlobs: (contents) => {
      puts += contents.length;
      return ledger.putBlobs(contents);
    },
  });
  const room = await openRoom({ agent: idle, wrap });
  const seq = seqOf(await room.say('one'));
  unwrap(await room.ledger.append(room.thread, steps(seq)));
  const source = { kind: 'base64', data: Buffer.from('picture').toString('base64') };
  const body = { parts: [{ type: 'image', media_type: 'image/png', source }] };
  expect((await room.call('POST', '/api/threads/none/messages', { body })).status).toBe(404);
  expect((await room.call('PUT', room.path('/messages/99'), { body })).status).toBe(404);
  expect((await room.call('PUT', room.path(`/messages/${seq}`), { body })).status).toBe(409);
  expect(puts).toBe(0);
  expect((await room.call('POST', room.path('/messages'), { body })).status).toBe(201);
  expect(puts).toBe(1);
});

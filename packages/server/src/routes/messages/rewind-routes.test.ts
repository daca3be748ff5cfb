import { foldAll } from '@toolthread/core';
import { versionsOf } from '@toolthread/core/queries';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { openRoom, type Room, roomIn } from '../../../test/room.ts';
import { field, until, unwrap } from '../../../test/start-server.ts';

const seqOf = (answer: { json: unknown }): number => Number(field(answer.json, 'event', 'seq'));
const codeOf = (answer: { json: unknown }): unknown => field(answer.json, 'error', 'code');

async function said(room: Room, text: string): Promise<number> {
  const seq = seqOf(await room.say(text));
  await atRest(room);
  return seq;
}

function atRest({ ledger, thread }: Room): Promise<unknown> {
  return until(async () => (unwrap(await ledger.thread(thread)).unfinished ? undefined : true), 'the run');
}

/** What people and agents said, as the thread is now. */
async function words(room: Room): Promise<readonly string[]> {
  const { items } = await room.timeline();
  return items.toArray().flatMap((item) => {
    if (item.kind === 'message') return item.parts.map((part) => (part.type === 'text' ? part.text : part.type));
    if (item.kind !== 'answer') return [];
    return [item.segments.toArray().reduce((all, part) => all + (part.kind === 'text' ? part.text : ''), '')];
  });
}

const again = (room: Room, seq: number, body: object = {}): ReturnType<Room['call']> =>
  room.call('POST', room.path(`/messages/${seq}/again`), { body });
const rewind = (room: Room, body: object): ReturnType<Room['call']> =>
  room.call('POST', room.path('/rewind'), { body });

test('[issue 13] a message is said otherwise: what came after is rewound, and kept as a version', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  await said(room, 'two');
  const before = await room.events();
  const answer = await again(room, first, { text: 'uno', client_id: 'a' });
  expect([answer.status, field(answer.json, 'event', 'type')]).toEqual([200, 'thread.rewound']);
  await atRest(room);
  expect(await words(room)).toEqual(['uno', 'You said uno.']);
  const events = await room.events();
  expect(events.slice(0, before.length)).toEqual(before);
  expect(versionsOf(foldAll(events))).toEqual([{ message: expect.any(Number), ends: [before.length] }]);
  expect(field((await again(room, first, { text: 'uno', client_id: 'a' })).json, 'event', 'client_id')).toBe('a');
  expect(await room.events()).toHaveLength(events.length);
  expect(room.errors).toEqual([]);
});

test('[issue 13] a message is answered again, with its own words', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  const length = (await room.events()).length;
  expect((await again(room, first)).status).toBe(200);
  await atRest(room);
  expect(await words(room)).toEqual(['one', 'You said one.']);
  const state = await room.state();
  expect([versionsOf(state), state.messageCount]).toEqual([[{ message: first, ends: [length] }], 1]);
});

test('[issue 13] back to a boundary: nothing begins there, and the next message goes on from it', async () => {
  const room = await openRoom();
  await said(room, 'one');
  const second = await said(room, 'two');
  expect((await rewind(room, { to: second - 1 })).status).toBe(200);
  expect([await words(room), (await room.state()).scopes.get('')?.status]).toEqual([
    ['one', 'You said one.'],
    'completed',
  ]);
  await said(room, 'three');
  expect(await words(room)).toEqual(['one', 'You said one.', 'three', 'You said three.']);
});

test('[issue 13] [L2] back to a step in the midst of a run: the run is stopped there, and can be continued', async () => {
  const room = await openRoom();
  await said(room, 'one');
  const steps = (await room.events()).filter(({ type }) => type === 'agent.step.started');
  const answer = await rewind(room, { to: (steps[1]?.seq ?? 0) - 1 });
  expect(answer.status).toBe(200);
  const state = await room.state();
  expect([state.scopes.get('')?.status, state.calls.open.size, state.anomalies.count]).toEqual(['cancelled', 0, 0]);
  expect((await room.call('POST', room.path('/continue'))).status).toBe(200);
  await atRest(room);
  expect((await room.state()).scopes.get('')?.status).toBe('completed');
});

test('[issue 13] while a run works it is refused in words, or the run is stopped first', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  await room.say('hang');
  await room.untilStatus('running');
  const length = (await room.events()).length;
  const refused = await again(room, first, { text: 'uno' });
  expect([refused.status, codeOf(refused)]).toEqual([409, 'busy']);
  expect((await room.events()).slice(length).map(({ type }) => type)).not.toContain('thread.rewound');
  expect((await again(room, first, { text: 'uno', stop: true })).status).toBe(200);
  await atRest(room);
  expect(await words(room)).toEqual(['uno', 'You said uno.']);
  expect(room.errors).toEqual([]);
});

test('[issue 13] a run that waits for a person is stopped first, too', async () => {
  const room = await openRoom();
  const first = seqOf(await room.say('ask'));
  await room.untilStatus('awaiting_user');
  expect(codeOf(await again(room, first))).toBe('busy');
  expect((await again(room, first, { text: 'one', stop: true })).status).toBe(200);
  await atRest(room);
  expect(await words(room)).toEqual(['one', 'You said one.']);
});

test('[issue 13] nobody takes back unseen what somebody else did meanwhile, and no run is stopped for it', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  const seen = (await room.events()).length;
  const both = await Promise.all([again(room, first, { text: 'A', seen }), again(room, first, { text: 'B', seen })]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  await atRest(room);
  expect((await words(room))[0]).toBe(both[0]?.status === 200 ? 'A' : 'B');
  await room.say('hang');
  await room.untilStatus('running');
  const late = await rewind(room, { to: 1, seen, stop: true });
  expect(codeOf(late)).toBe('changed_meanwhile');
  expect(codeOf(await again(room, first, { stop: true }))).toBe('not_here_any_more');
  expect((await room.state()).scopes.get('')?.status).toBe('running');
});

test('[issue 9] who says that it has seen more than there is is refused in words, and nothing is taken back', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  const seen = (await room.events()).length + 1;
  for (const answer of [await again(room, first, { text: 'A', seen }), await rewind(room, { to: 1, seen })]) {
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad_body']);
    expect(JSON.stringify(answer)).toContain(`${seen}. The last one of this thread is ${seen - 1}.`);
  }
  expect(await words(room)).toEqual(['one', 'You said one.']);
});

test('[issue 13] what cannot be gone back to is refused in words', async () => {
  const room = await openRoom({ agent: { hasWork: () => false, recover: () => [], run: async () => undefined } });
  const unread = seqOf(await room.say('one'));
  expect(codeOf(await again(room, unread))).toBe('not_read_yet');
  expect(codeOf(await again(room, 1))).toBe('not_here_any_more');
  expect(codeOf(await again(room, 99))).toBe('not_here_any_more');
  expect(codeOf(await room.call('POST', room.path('/messages/x/again'), { body: {} }))).toBe('no_such_message');
  expect(codeOf(await rewind(room, { to: 77 }))).toBe('no_boundary');
  expect(codeOf(await rewind(room, { to: 1, and: 2 }))).toBe('bad_body');
  expect(codeOf(await again(room, unread, { text: 'a', parts: [{ type: 'text', text: 'b' }] }))).toBe('bad_body');
  const elsewhere = await room.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const path = `/api/threads/${String(field(elsewhere.json, 'id'))}`;
  expect(codeOf(await room.call('POST', `${path}/rewind`, { body: { to: 1 } }))).toBe('agent_is_elsewhere');
});

test('[issue 13] [L6] after a kill the message that was said otherwise is answered', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  // As the rewind is written, and as a kill right after it leaves it: nobody was woken.
  const drafts: readonly EventDraft[] = [
    { type: 'thread.rewound', to: first - 1 },
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'uno' }], delivery: 'now' },
  ];
  unwrap(await room.ledger.append(room.thread, drafts));
  const later = await room.restart();
  await later.runner.recover();
  await atRest(later);
  expect(await words(later)).toEqual(['uno', 'You said uno.']);
});

test('[issue 13] a message that waited for a run keeps its place and has other words there', async () => {
  const room = await openRoom();
  await room.say('ask');
  await room.untilStatus('awaiting_user');
  const queued = seqOf(await room.say('two', { delivery: 'followUp' }));
  await room.call('POST', room.path('/answers/c1'), { body: { answers: [{ question: 'Which?', values: ['one'] }] } });
  await room.untilStatus('completed');
  // The agent of these tests does not look for what waited.
  room.runner.wake(room.thread);
  await atRest(room);
  expect(await words(room)).toEqual(['ask', 'You said one.', 'two', 'You said two.']);
  expect((await again(room, queued, { text: 'due' })).status).toBe(200);
  await atRest(room);
  expect(await words(room)).toEqual(['ask', 'You said one.', 'due', 'You said due.']);
  expect((await room.state()).anomalies.count).toBe(0);
});

test('[issue 13] files that the run changed stay as they are, and their change can be undone after the rewind', async () => {
  const room = await openRoom();
  const first = await said(room, 'remove it');
  const change = (await room.events()).find(
    (event): event is Extract<LedgerEvent, { type: 'workspace.changed' }> => event.type === 'workspace.changed',
  );
  await rewind(room, { to: first - 1 });
  const read = await room.call('GET', room.path(`/changes/${change?.change ?? ''}`));
  expect([read.status, field(read.json, 'undo')]).toEqual([200, 'possible']);
});

test('[issue 13] a fork up to an event has the history up to there', async () => {
  const room = await openRoom();
  await said(room, 'one');
  const second = await said(room, 'two');
  const forked = await room.call('POST', room.path('/fork'), { body: { up_to: second - 1, title: 'Two' } });
  expect(forked.status).toBe(201);
  const fork = String(field(forked.json, 'id'));
  const state = unwrap(await room.ledger.state(fork));
  expect([state.origin, state.title]).toEqual([{ thread: room.thread, seq: second - 1 }, 'Two']);
  const events = unwrap(await room.ledger.read(fork, { after: 0, limit: 1000 }));
  expect(events.filter(({ type }) => type === 'message.posted')).toHaveLength(1);
  const tooFar = await room.call('POST', room.path('/fork'), { body: { up_to: 10_000 } });
  expect([tooFar.status, codeOf(tooFar)]).toEqual([404, 'no_such_event']);
});

test('[issue 13] a fork up to an event in the midst of a call has nothing at work', async () => {
  const room = await openRoom();
  await room.say('hang');
  await room.untilStatus('running');
  const started = await until(
    async () => (await room.events()).find(({ type }) => type === 'agent.tool.started'),
    'the call',
  );
  const forked = await room.call('POST', room.path('/fork'), { body: { up_to: started.seq } });
  const state = unwrap(await room.ledger.state(String(field(forked.json, 'id'))));
  expect([state.calls.open.size, state.scopes.get('')?.status]).toEqual([0, 'cancelled']);
  await room.call('POST', room.path('/stop'));
});

test('[issue 13] back into what a fork copied: its own agent answers there', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  const second = await said(room, 'two');
  const forked = await room.call('POST', room.path('/fork'), { body: {} });
  const fork = roomIn(room, String(field(forked.json, 'id')));
  expect((await rewind(fork, { to: second - 1 })).status).toBe(200);
  await said(fork, 'three');
  expect(await words(fork)).toEqual(['one', 'You said one.', 'three', 'You said three.']);
  expect((await again(fork, first, { text: 'uno' })).status).toBe(200);
  await atRest(fork);
  expect(await words(fork)).toEqual(['uno', 'You said uno.']);
  expect(await words(room)).toEqual(['one', 'You said one.', 'two', 'You said two.']);
});

test('[issue 13] words under the id of a message that was rewound are refused, and nothing is taken back for them', async () => {
  const room = await openRoom();
  const first = await said(room, 'one');
  const second = seqOf(await room.say('two', { client_id: 'k' }));
  await atRest(room);
  expect((await rewind(room, { to: second - 1 })).status).toBe(200);
  const before = await room.events();
  for (const [text, code] of [
    ['two', 'message_taken_back'],
    ['other words', 'message_conflict'],
  ]) {
    const answer = await again(room, first, { text, client_id: 'k' });
    expect([answer.status, codeOf(answer)]).toEqual([409, code]);
  }
  expect(await room.events()).toEqual(before);
});

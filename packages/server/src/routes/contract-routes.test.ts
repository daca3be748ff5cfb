import { type ContractEnvelope, contractReader, toMessages } from '@toolthread/core/contract';
import { emptyThread, foldAll, foldOnto } from '@toolthread/core';
import { appendDrafts } from '@toolthread/core/adapters';
import { expect, test } from 'vitest';
import { readStream } from '../../test/read-stream.ts';
import { openRoom } from '../../test/room.ts';
import { SECRET, shyMember } from '../../test/shy-member.ts';
import { until, unwrap } from '../../test/start-server.ts';

interface Frame {
  readonly id: string;
  readonly data: ContractEnvelope;
}

function framesIn(text: string): Frame[] {
  return [...text.matchAll(/id: (.*)\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => ({
    id,
    data: JSON.parse(data),
  }));
}

test('a page that speaks the contract has a thread’s messages and its live events, wherever it was cut off', async () => {
  const room = await openRoom();
  const read = (lastEventId?: string): ReturnType<typeof readStream> =>
    readStream(room.port, room.thread, {
      rest: '/contract/events',
      ...(lastEventId === undefined ? {} : { headers: { 'last-event-id': lastEventId } }),
    });
  // It reads along from before the first word.
  const live = await read();
  await room.say('hello');
  await room.untilStatus('completed');
  await room.say('please ask me');
  await room.untilStatus('awaiting_user');
  await room.call('POST', room.path('/answers/r3'), { body: { answers: [{ question: 'Which?', values: ['two'] }] } });
  await room.untilStatus('completed');
  const events = await room.events();
  const last = String(events.at(-1)?.seq);
  const whole = await until(() => {
    const frames = framesIn(live.text());
    return frames.at(-1)?.id === last ? frames : undefined;
  }, 'the last event');
  expect(whole.filter(({ data }) => data.type === 'agent.status').map(({ data }) => data.payload['status'])).toEqual([
    'processing',
    'completed',
    'processing',
    'awaiting_user',
    'processing',
    'completed',
  ]);
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);

  // Read back, it is the thread that it was made of.
  const reader = contractReader();
  let state = emptyThread('back');
  for (const { data } of whole) state = foldOnto(state, appendDrafts(state, reader.push(data), 0));
  const contents = (messages: ReturnType<typeof toMessages>): unknown[] =>
    messages.map(({ role, content, metadata }) => [role, content, metadata]);
  expect(contents(toMessages(state))).toEqual(contents(toMessages(foldAll(events))));

  // Cut anywhere and reconnected, nothing is missing and nothing comes twice.
  for (const [index, { id }] of whole.entries()) {
    const rest = whole.slice(index + 1);
    const again = await read(id);
    await until(() => (framesIn(again.text()).length >= rest.length ? true : undefined), `the rest after ${id}`);
    expect([id, framesIn(again.text())]).toEqual([id, rest]);
    again.close();
  }

  const list = await room.call('GET', room.path('/contract'));
  expect(list.json).toEqual(toMessages(foldAll(events)));
  const bad = { 'last-event-id': 'x' };
  expect((await room.call('GET', room.path('/contract/events'), { headers: bad })).json).toMatchObject({
    error: { code: 'bad_cursor' },
  });
  const ahead = await room.call('GET', room.path('/contract/events?after=999'));
  expect(ahead.json).toMatchObject({ error: { code: 'cursor_ahead' } });
});

test('calls that are nobody’s business are told to no page', async () => {
  const room = await openRoom({ agent: { hasWork: () => false, recover: () => [], run: async () => undefined } });
  const { drafts } = await shyMember(room.ledger);
  const events = unwrap(await room.ledger.append(room.thread, [...drafts.flat(), { type: 'thread.closed' }]));
  const stream = await readStream(room.port, room.thread, { rest: '/contract/events' });
  await room.say('the end');
  await until(() => (stream.text().includes('the end') ? true : undefined), 'the end');
  expect(events.length).toBeGreaterThan(10);
  expect(stream.text()).not.toContain(SECRET);
  expect((await room.call('GET', room.path('/contract'))).text).not.toContain(SECRET);
});

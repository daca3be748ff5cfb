/** `POST /api/threads/:id/place` */
import { expect, test } from 'vitest';
import { field, newThread, type Started, startServer, untilStatus } from './start-server.ts';

const place = (started: Started, thread: string, body: object): ReturnType<Started['call']> =>
  started.call('POST', `/api/threads/${thread}/place`, { body });

async function listed(started: Started, query = ''): Promise<unknown> {
  const { json } = await started.call('GET', `/api/threads${query}`);
  const threads = field(json, 'threads');
  return Array.isArray(threads) ? threads.map((thread) => field(thread, 'id')) : json;
}

test('[issue 13] pinned, archived, in the bin and back, and so it is after a restart', async () => {
  const started = await startServer();
  const [first, second, third] = [await newThread(started), await newThread(started), await newThread(started)];
  expect((await place(started, first, { pinned: true })).json).toMatchObject({ event: { type: 'thread.placed' } });
  await place(started, second, { place: 'archive' });
  await place(started, third, { place: 'bin' });
  const again = await started.restart();
  expect([await listed(again), await listed(again, '?place=archive'), await listed(again, '?place=bin')]).toEqual([
    [first],
    [second],
    [third],
  ]);
  const binned = await again.call('GET', `/api/threads/${third}`);
  expect(binned.json).toMatchObject({ place: 'bin', pinned: false, placed_at: expect.any(Number) });
  expect((await again.call('GET', `/api/threads/${first}`)).json).toMatchObject({
    place: 'list',
    pinned: true,
    placed_at: null,
  });
  await place(again, third, { place: 'list' });
  await place(again, first, { pinned: false });
  expect(await listed(again)).toEqual([third, first]);
  expect(await listed(again, '?place=elsewhere')).toMatchObject({ error: { code: 'bad_place' } });
});

test('[issue 13] page by page, with those that are pinned first', async () => {
  const started = await startServer();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push(await newThread(started));
  for (const n of [0, 1, 2]) await place(started, made[n] ?? '', { pinned: true });
  const seen: unknown[] = [];
  for (let before = ''; ;) {
    const { json } = await started.call('GET', `/api/threads?limit=1${before === '' ? '' : `&before=${before}`}`);
    const [thread] = [field(json, 'threads')].flat();
    if (thread !== undefined) seen.push(field(thread, 'id'));
    const next = field(json, 'next');
    if (typeof next !== 'string') break;
    before = next;
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen)).toEqual(new Set(made));
  expect(new Set(seen.slice(0, 3))).toEqual(new Set(made.slice(0, 3)));
});

test('[issue 13] [L6] nothing goes into the bin under somebody’s hands, and nobody’s words are thrown away in it', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const say = (to: string, text: string): Promise<unknown> =>
    started.call('POST', `/api/threads/${to}/messages`, { body: { text } });
  await say(thread, 'hang');
  await untilStatus(started, thread, 'running');
  const refused = await place(started, thread, { place: 'bin' });
  expect([refused.status, field(refused.json, 'error', 'code')]).toEqual([409, 'busy']);
  // To be out of sight harms nobody.
  expect((await place(started, thread, { place: 'archive', pinned: true })).status).toBe(200);
  await started.call('POST', `/api/threads/${thread}/stop`);
  expect((await place(started, thread, { place: 'bin' })).status).toBe(200);
  const other = await newThread(started);
  await place(started, other, { place: 'bin' });
  expect(await listed(started)).toEqual([]);
  await say(other, 'hello');
  expect(await listed(started)).toEqual([other]);
  await untilStatus(started, other, 'completed');
});

test('[issue 13] a fork of what was put away is a new entry of the list', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await place(started, thread, { place: 'archive', pinned: true });
  const fork = field((await started.call('POST', `/api/threads/${thread}/fork`)).json, 'id');
  expect(await listed(started)).toEqual([fork]);
  expect((await started.call('GET', `/api/threads/${String(fork)}`)).json).toMatchObject({ pinned: false });
});

test('[issue 13] what is asked for is said, and of a known thread', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  for (const body of [{}, { place: 'attic' }, { pinned: 1 }, { place: 'bin', more: true }])
    expect((await place(started, thread, body)).status).toBe(400);
  expect((await place(started, 'none', { pinned: true })).status).toBe(404);
});

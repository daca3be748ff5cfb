import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openRoom, type Room } from './room.ts';
import { field, newThread, startServer, until } from './start-server.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'ledger.db');
}

/** A server whose first thread is broken at its fifth event, in whatever way `sql` says; and the same server before that. */
async function broken(sql: (thread: string) => string): Promise<{ room: Room; other: string }> {
  const file = temporary();
  const before = await openRoom({ file });
  const other = await newThread(before);
  await before.say('hello');
  await before.untilStatus('completed');
  await before.server.close();
  await before.runner.close();
  await before.ledger.close();
  const raw = new DatabaseSync(file);
  raw.exec(sql(before.thread));
  raw.close();
  return { room: await before.restart(), other };
}

const flippedBody = (id: string): string =>
  `update events set body = replace(body, 'I will', 'I wi1l') where thread = '${id}' and seq = 5`;
const flippedSummary = (id: string): string => `update threads set summary = '{"calls":' where id = '${id}'`;

test('[M8] a damaged event: the thread is listed as damaged, read up to it, refused in words after it and for every write', async () => {
  const { room, other } = await broken(flippedBody);
  await until(async () => field((await room.call('GET', room.path(''))).json, 'damage'), 'the look at all threads');
  const { status, json } = await room.call('GET', '/api/threads');
  const threads = field(json, 'threads');
  expect([status, Array.isArray(threads) ? threads : []]).toEqual([
    200,
    expect.arrayContaining([
      expect.objectContaining({ id: room.thread, damage: expect.stringContaining('event 5') }),
      expect.not.objectContaining({ damage: expect.anything() }),
    ]),
  ]);
  const read = await room.call('GET', room.path('/events?limit=1000'));
  expect([read.status, field(read.json, 'events')]).toEqual([200, expect.objectContaining({ length: 4 })]);
  for (const [method, path, body] of [
    ['GET', '/events?after=4&limit=10', undefined],
    ['GET', '/events?after=4', undefined],
    ['GET', '/messages', undefined],
    ['POST', '/messages', { text: 'hello' }],
    ['POST', '/title', { title: 'x' }],
    ['POST', '/stop', {}],
    ['POST', '/continue', {}],
  ] as const) {
    const answer = await room.call(method, room.path(path), body === undefined ? {} : { body });
    expect([path, answer.status, field(answer.json, 'error', 'code')]).toEqual([path, 409, 'damaged']);
    expect(String(field(answer.json, 'error', 'message'))).toContain('toolthread doctor');
  }
  expect((await room.call('POST', `/api/threads/${other}/messages`, { body: { text: 'hello' } })).status).toBe(201);
});

test('[M8] a damaged thread whose run was cut off is told once at the start, in words', async () => {
  const { room } = await broken((id) => `${flippedBody(id)}; update threads set unfinished = 1 where id = '${id}'`);
  await room.runner.recover();
  await room.runner.recover();
  await until(() => (room.errors.length > 0 ? true : undefined), 'the word of it');
  await room.runner.close();
  expect(room.errors).toEqual([expect.objectContaining({ name: 'RunLost', code: 'damaged' })]);
  expect(String(room.errors[0])).toContain('toolthread doctor');
});

test('[M8] a damaged row of the list: everybody else is listed, and the thread is readable and not writable', async () => {
  const { room } = await broken(flippedSummary);
  const { status, json } = await room.call('GET', '/api/threads');
  expect([status, field(json, 'threads')]).toEqual([200, expect.objectContaining({ length: 2 })]);
  expect(JSON.stringify(json)).toContain('its entry in the list');
  expect((await room.call('GET', room.path('/messages'))).status).toBe(200);
  expect((await room.say('hello')).status).toBe(409);
  await room.runner.recover();
});

test('[M8] [B.6 4] bytes flipped at random in a file: no route answers 500, and threads that are not damaged answer as before', async () => {
  const file = temporary();
  const first = await openRoom({ file });
  await first.say('hello');
  await first.untilStatus('completed');
  const threads = [first.thread, await newThread(first)];
  const paths = [
    '/api/threads',
    ...threads.flatMap((id) => ['', '/events?limit=1000', '/messages'].map((end) => `/api/threads/${id}${end}`)),
  ];
  const expected = new Map(
    await Promise.all(paths.map(async (path) => [path, (await first.call('GET', path)).text] as const)),
  );
  await first.server.close();
  await first.runner.close();
  await first.ledger.close();
  const sound = readFileSync(file);
  const flip = fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 3 }), async (flips) => {
      for (const name of readdirSync(join(file, '..'))) rmSync(join(file, '..', name));
      const bytes = Buffer.from(sound);
      for (const [at, by] of flips) bytes[at] = (bytes[at] ?? 0) ^ by;
      writeFileSync(file, bytes);
      const opened = await openLedger({ file });
      if (!opened.ok) {
        expect(opened.error.message).toMatch(/damaged|newer|cannot be opened/);
        return;
      }
      await opened.value.close();
      const started = await startServer({ file });
      await started.runner.recover();
      for (const path of paths) {
        const { status, text } = await started.call('GET', path);
        expect([path, status === 200 || status === 404 || status === 409]).toEqual([path, true]);
        if (status === 200 && path.endsWith('/messages')) expect(text).toBe(expected.get(path));
      }
      await started.server.close();
      await started.runner.close();
      await started.ledger.close();
    }),
    { numRuns: 25 },
  );
});

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dataInUse } from './data-folder.ts';
import { noteDatabase } from './noted-database.ts';

function folder(...names: readonly string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'toolthread-data-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  for (const name of names) writeFileSync(join(path, name), 'postgres://db.example/threads\n');
  return path;
}

const DATABASE_URL = 'postgres://me:hidden@db.example/threads';

test('[issue 14] what is done in a data folder is done where its threads are, or refused', async () => {
  expect(await dataInUse(folder('ledger.db'), {})).toMatchObject({ ok: true });
  expect(await dataInUse(folder('ledger.postgres'), { DATABASE_URL })).toMatchObject({ ok: true });
  expect(await dataInUse(folder('ledger.postgres'), {})).toMatchObject({
    ok: false,
    what: expect.stringMatching(/The threads of .* are in postgres:\/\/db\.example\/threads\./),
  });
  expect(await dataInUse(folder('ledger.db'), { DATABASE_URL })).toMatchObject({ ok: false });
  expect(await dataInUse(folder(), {})).toMatchObject({
    ok: false,
    what: expect.stringContaining('is not a data folder'),
  });
});

test('[issue 14] another schema of the same database is another place; a folder of before schemas were noted goes on', async () => {
  const inSchema = (name: string): string => `${DATABASE_URL}?options=-c%20search_path%3D${name}`;
  const noted = folder('ledger.postgres');
  expect(await dataInUse(noted, { DATABASE_URL: inSchema('team') })).toMatchObject({ ok: true });
  noteDatabase(noted, { name: 'postgres://db.example/threads, schema team', id: undefined });
  expect(await dataInUse(noted, { DATABASE_URL: inSchema('team') })).toMatchObject({ ok: true });
  expect(await dataInUse(noted, { DATABASE_URL: inSchema('others') })).toMatchObject({
    ok: false,
    what: expect.stringMatching(/are in .*, schema team, and DATABASE_URL names .*, schema others\./),
  });
});

test.each(['mysql://me:hidden@db.example/x', 'hidden nonsense'])(
  '[issue 14] an address that is none of PostgreSQL is refused, and not told: %s',
  async (url) => {
    const used = await dataInUse(folder('ledger.db'), { DATABASE_URL: url });
    expect(used).toMatchObject({ ok: false, what: 'DATABASE_URL names no PostgreSQL database.' });
    expect(JSON.stringify(used)).not.toContain('hidden');
  },
);

test.each(['postgres://me:hid/den@db.example/x', 'postgres://me:p@hidden/x@db.example/x'])(
  '[issue 14] a password with a sign that an address knows is refused in words, and not told: %s',
  async (url) => {
    const used = await dataInUse(folder('ledger.postgres'), { DATABASE_URL: url });
    expect(used).toMatchObject({ ok: false, what: expect.stringContaining('/ as %2F') });
    expect(JSON.stringify(used)).not.toMatch(/hid/);
  },
);

test('[issue 14] whoever waits for a database is told so, whatever the command', async () => {
  // It hangs up on the first, and refuses the next.
  let calls = 0;
  const words = Buffer.from('SFATAL\0C28P01\0Mno\0\0');
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, words.length + 4]), words]);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if ((calls += 1) === 1) socket.destroy();
    else socket.once('data', () => socket.end(refusal));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const noted = folder();
  noteDatabase(noted, { name: 'postgres://db.example/threads', id: 'an id' });
  const used = await dataInUse(noted, { DATABASE_URL: `postgres://me@127.0.0.1:${address.port}/x` });
  expect(used).toMatchObject({ ok: false, what: expect.stringContaining('Check the user and the password') });
  // Others of the process may say something meanwhile.
  const told = said.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('It is tried again for'));
  expect(told).toHaveLength(1);
});

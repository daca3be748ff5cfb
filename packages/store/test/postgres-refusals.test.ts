/** A PostgreSQL that cannot be used says why, and what to do: no stack, no word of a fault of ours, no password. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPostgresLedger } from '../src/open-postgres-ledger.ts';
import { postgresUnavailable } from '../src/sql/postgres/postgres-unavailable.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  await query(postgres.url, 'create role stranger login');
  await query(postgres.url, 'create role crowd login connection limit 0');
});
afterAll(() => postgres.remove());

const setting = (words: string): string => `&options=${encodeURIComponent(`-c ${words}`)}`;

test.each([
  ['a schema that is not there', (url) => `${url}${setting('search_path=nowhere')}`, /create schema NAME/],
  ['a user who may make no tables', (url) => url.replace('postgres@', 'stranger@'), /grant usage, create on schema/],
  ['a user who is none', (url) => url.replace('postgres@', 'nobody@'), /role "nobody" does not exist.*Check the user/],
  [
    'a database that is not there',
    (url) => url.replace('/postgres?', '/nothing?'),
    /"nothing" does not exist.*createdb/,
  ],
  [
    'no room for another connection',
    (url) => url.replace('postgres@', 'crowd@'),
    /too many connections.*max_connections/,
  ],
  ['one that is only read', (url) => `${url}${setting('default_transaction_read_only=on')}`, /it is a replica/],
  ['a setting that is none', (url) => `${url}${setting('no_such_setting=1')}`, /unrecognized configuration parameter/],
] satisfies readonly (readonly [string, (url: string) => string, RegExp])[])('%s', async (_, urlOf, words) => {
  await expectWords(urlOf(postgres.url), words);
});

test.each([
  [
    'a wrong password',
    refusal('28P01', 'password authentication failed for user "me"'),
    '',
    /Check the user and the password/,
  ],
  [
    'TLS that is wanted',
    refusal('28000', 'no pg_hba.conf entry for host "192.0.2.1", user "me", database "x", no encryption'),
    '',
    /sslmode=verify-full/,
  ],
  ['TLS that is not there', Buffer.from('N'), '?sslmode=require', /does not support SSL.*Leave sslmode out/],
  [
    'a pooler that takes no settings',
    refusal('08P01', 'unsupported startup parameter in options: search_path'),
    '',
    /ignore_startup_parameters/,
  ],
])('%s', async (_, answer, more, words) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expectWords(`postgres://me:hunter2@127.0.0.1:${port}/x${more}`, words);
});

test('no password where one is wanted: told in words, and no connection stays, which would keep the process', async () => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.once('close', () => open.delete(socket)).on('error', () => undefined));
    // It asks for a proof of the password, and waits for it.
    socket.once('data', () => {
      socket.write(signIn(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(signIn(11, 'r=nonce,s=c2FsdA==,i=4096')));
    });
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expectWords(`postgres://me@127.0.0.1:${port}/x`, /The server needs a password: give it in the address/);
  await expect.poll(() => open.size).toBe(0);
});

async function expectWords(url: string, words: RegExp): Promise<void> {
  const opened = await openPostgresLedger({ url, awayMs: 100 });
  expect(opened).toMatchObject({ ok: false, error: { code: 'unavailable', message: expect.stringMatching(words) } });
  expect(JSON.stringify(opened)).not.toContain('hunter2');
}

/** What a server sends before it hangs up. */
function refusal(code: string, words: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`));
}

/** A step of signing in, by its number. */
function signIn(step: number, words: string): Buffer {
  return message('R', Buffer.concat([Buffer.from([0, 0, 0, step]), Buffer.from(words)]));
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** As the driver and the system say it, after more seconds than a test has. */
test.each([
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout expired'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('connect ETIMEDOUT 192.0.2.1:5432'), { code: 'ETIMEDOUT' }),
  Object.assign(new Error('connect EHOSTUNREACH 192.0.2.1:5432'), { code: 'EHOSTUNREACH' }),
])('one that says nothing: %s', (error) => {
  expect(postgresUnavailable(error).message).toContain(
    `${error.message}. Nothing answers there: are host and port right`,
  );
});

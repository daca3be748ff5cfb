import { existsSync } from 'node:fs';
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bytesOf, message, newThread, readAll, resultIn, unwrap } from './contract/start.ts';
import { ledgerContract } from './contract/ledger-contract.ts';
import { openedLedger } from './opened-ledger.ts';
import { copyCases } from './copy-cases.ts';
import { ownerCases } from './copy-owner-cases.ts';
import { emptiedUrls } from './emptied-urls.ts';
import { postgresMigrateCases } from './postgres-migrate-cases.ts';
import type { Ledger } from '../src/ledger.ts';
import { openLedger } from '../src/open-ledger.ts';
import { openPostgresLedger } from '../src/open-postgres-ledger.ts';
import type { Result } from '../src/result.ts';
import { openPostgres } from '../src/sql/postgres/open-postgres.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const emptyUrl = emptiedUrls(() => postgres.url);
ledgerContract('PostgreSQL', async ({ now }) => {
  const url = await emptyUrl();
  return openedLedger(() => openPostgresLedger({ url, now }));
});

copyCases(() => ownUrl(postgres.url));
ownerCases(() => ownUrl(postgres.url));
postgresMigrateCases(() => ownUrl(postgres.url));

async function nodes(count: number, url?: string): Promise<readonly Ledger[]> {
  const shared = url ?? (await ownUrl(postgres.url));
  // All at once: each of them wants to make the tables.
  const opened = await Promise.all(Array.from({ length: count }, () => openPostgresLedger({ url: shared })));
  const ledgers = opened.map(unwrap);
  onTestFinished(async () => void (await Promise.all(ledgers.map((ledger) => ledger.close()))));
  return ledgers;
}

test('[L1] several nodes that write to one thread give its events one order, without a gap, and all see the same', async () => {
  const ledgers = await nodes(3);
  const [first] = ledgers;
  const thread = await newThread(first!);
  await Promise.all(
    ledgers.flatMap((ledger, node) =>
      Array.from({ length: 20 }, async (_, n) => unwrap(await ledger.append(thread, [message(`${node}.${n}`)]))),
    ),
  );
  const views = await Promise.all(ledgers.map((ledger) => readAll(ledger, thread)));
  expect(views[0]?.map(({ seq }) => seq)).toEqual(Array.from({ length: 61 }, (_, n) => n + 1));
  const lines = await Promise.all(ledgers.map(async (ledger) => unwrap(await ledger.thread(thread))));
  for (const [n, view] of views.entries()) expect([view, lines[n]]).toEqual([views[0], lines[0]]);
  for (const ledger of ledgers) expect(unwrap(await ledger.state(thread)).seq).toBe(61);
});

test('[L6] a message that is posted at two nodes at once is posted once', async () => {
  const [a, b] = await nodes(2);
  const thread = await newThread(a!);
  const posted = await Promise.all([a!, b!].map((ledger) => ledger.append(thread, [message('Hello', 'm1')])));
  expect(posted.map((result) => unwrap(result).map(({ seq }) => seq))).toEqual([[2], [2]]);
  expect(await readAll(b!, thread)).toHaveLength(2);
});

test('[L6] a run that another node has taken over writes no more', async () => {
  const [a, b] = await nodes(2);
  const thread = await newThread(a!);
  const old = unwrap(await a!.claimRun(thread, 'run'));
  unwrap(await b!.claimRun(thread, 'run'));
  const late = await a!.append(thread, [{ type: 'agent.status', status: 'running' }], { run: old });
  expect(late).toMatchObject({ ok: false, error: { code: 'stale_run' } });
});

test('what one node purges is gone from what every other one has folded', async () => {
  const [a, b] = await nodes(2);
  const thread = await newThread(a!);
  unwrap(await a!.append(thread, [message('a secret', 'm1'), message('no secret', 'm2')]));
  for (const ledger of [a!, b!]) expect(unwrap(await ledger.state(thread)).posted.size).toBe(2);
  unwrap(await a!.purge(thread, 2, { purged: 'a secret', by: '@human' }));
  unwrap(await b!.append(thread, [message('more', 'm3')]));
  for (const ledger of [a!, b!]) {
    const state = unwrap(await ledger.state(thread));
    expect([...state.posted.entries()].map(([id]) => id).toSorted()).toEqual(['m2', 'm3']);
  }
});

test('[L4] a blob that one node names while another deletes the thread that had it is there, or was refused', async () => {
  const [a, b] = await nodes(2);
  for (let round = 0; round < 10; round += 1) {
    const [old, next] = [await newThread(a!), await newThread(a!)];
    const hash = unwrap(await a!.putBlob(bytesOf(`content ${round}`)));
    unwrap(await a!.append(old, [resultIn(hash)]));
    // The other node has not put it: nothing but the events says that it is wanted.
    const [, named] = await Promise.all([b!.deleteThread(old), b!.append(next, [resultIn(hash)])]);
    const there = await a!.getBlob(hash);
    expect({ round, there: there.ok }).toEqual({ round, there: named.ok });
  }
});

test('[L6] a database that is restarted in the middle costs a retry, never an event', async () => {
  const own = await startPostgres({ durable: true });
  onTestFinished(() => own.remove());
  const ledgers = await nodes(2, own.url);
  const threads = [await newThread(ledgers[0]!), await newThread(ledgers[1]!)];
  let stop = false;
  const acknowledged = new Map<string, string>();
  const writing = ledgers.flatMap((ledger, node) =>
    threads.map(async (thread, n) => {
      for (let count = 0; !stop; count += 1) {
        const id = `${node}.${n}.${count}`;
        unwrap(await ledger.append(thread, [message(id, id)]));
        acknowledged.set(id, thread);
      }
    }),
  );
  for (const how of ['fast', 'immediate', 'immediate'] as const) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 20);
    await own.stop(how);
    await own.startAgain();
  }
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 20);
  stop = true;
  await Promise.all(writing);
  const said: string[] = [];
  for (const thread of threads) {
    const events = await readAll(ledgers[0]!, thread);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
    for (const event of events) if (event.type === 'message.posted') said.push(event.client_id ?? '');
  }
  // Each once, and none that was not acknowledged: every writer waited for its answer.
  expect(said.toSorted()).toEqual([...acknowledged.keys()].toSorted());
});

test('[L6] a commit that goes along with a write that fails commits nothing, and what went wrong first is told', async () => {
  const url = await ownUrl(postgres.url);
  const database = await openPostgres({ url });
  onTestFinished(() => database.close());
  await database.tx('full', (sql) => sql.run('create table words (word text primary key)'));
  const add = 'insert into words (word) values ($1)';
  // The last three are written without waiting for one another, and the commit with them.
  const writes = database.tx('full', async (sql) => {
    await sql.lock('select word from words');
    for (const word of ['one', 'two', 'two', 'three']) await sql.run(add, [word]);
  });
  await expect(writes).rejects.toThrow(/duplicate key/);
  expect(await database.all('select word from words')).toEqual([]);
  await database.tx('full', (sql) => sql.run(add, ['four']));
  expect(await database.all('select word from words')).toEqual([{ word: 'four' }]);
});

test.each([
  ['no address', 'somewhere', /^This is not an address\. The address of a PostgreSQL database looks like/],
  ['another protocol', 'mysql://user:hunter2@127.0.0.1/x', /^The address of a PostgreSQL database looks like/],
  ['a password with a slash in it', 'postgres://user:p@hunter2/x@127.0.0.1/x', /^This address cannot be read\. .*%2F/],
  ['a password with a # in it', 'postgres://user:hunter2#x@127.0.0.1/x', /^This is not an address\. .*%23/],
  [
    'nobody there',
    'postgres://user:hunter2@127.0.0.1:1/x',
    /^The database cannot be used: .*ECONNREFUSED.*is the server running/,
  ],
])('%s: the ledger is refused in words, without the password', async (_, url, words) => {
  const opened = await openPostgresLedger({ url, awayMs: 100 });
  expect(opened).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  if (opened.ok) return;
  expect(opened.error.message).toMatch(words);
  expect(opened.error.message).not.toContain('hunter2');
});

test('as the file of a ledger the address of a database is refused, and nothing is made', async () => {
  const opened = await openLedger({ file: 'postgres://user:hunter2@127.0.0.1/x' });
  expect(opened).toMatchObject({ ok: false, error: { message: expect.stringContaining('openPostgresLedger') } });
  expect(existsSync('postgres:')).toBe(false);
});

test('a database that is not there is refused at once', async () => {
  const opened = await openPostgresLedger({ url: postgres.url.replace('/postgres?', '/nothing?') });
  expect(opened).toMatchObject({ ok: false, error: { message: expect.stringContaining('"nothing" does not exist') } });
});

test('a database of a newer version is refused in words, and left as it is', async () => {
  const url = await ownUrl(postgres.url);
  await unwrap(await openPostgresLedger({ url })).close();
  await query(url, 'insert into schema_version (version) values (99)');
  const opened = await openPostgresLedger({ url });
  expect(opened).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('newer Toolthread (schema 99') },
  });
});

test('a host of which nobody knows is refused in words, however long one would wait for a database that is away', async () => {
  const url = 'postgres://user:hunter2@database.invalid/x';
  const opened = await openPostgresLedger({ url, awayMs: 3_600_000 });
  expect(opened).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('There is no host of that name') },
  });
  expect(JSON.stringify(opened)).not.toContain('hunter2');
});

/** A commit that writes to the table breaks once, and of every number it is said that it was committed, as of one that another transaction got. */
async function breakOnce(
  url: string,
  table: 'events' | 'threads' | 'people_changes',
  on: 'insert' | 'update',
): Promise<void> {
  for (const statement of [
    'create sequence once',
    `create function pg_xact_status(xid8) returns text language sql as $$ select 'committed'::text $$`,
    `create function break_once() returns trigger language plpgsql as $$ begin
       if nextval('once') = 1 then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); end if;
       return null;
     end $$`,
    `create constraint trigger breaking after ${on} on ${table} deferrable initially deferred
       for each row execute function break_once()`,
  ])
    await query(url, statement);
}

/** In which what is made by a test is found before what PostgreSQL has. */
async function shadowedUrl(): Promise<string> {
  const url = await ownUrl(postgres.url);
  const schema = /search_path%3D(\w+)/.exec(url)?.[1] ?? '';
  return url.replace(`search_path%3D${schema}`, `search_path%3D${schema},pg_catalog`);
}

test('[L6] an answer to a commit that is lost in a crash: what the database says of the number counts only if the events are there', async () => {
  const url = await shadowedUrl();
  const ledger = unwrap(await openPostgresLedger({ url }));
  onTestFinished(() => ledger.close());
  const thread = await newThread(ledger);
  await breakOnce(url, 'events', 'insert');
  expect(unwrap(await ledger.append(thread, [message('Kept')]))).toMatchObject([{ seq: 2 }]);
  expect((await readAll(ledger, thread)).map(({ type }) => type)).toEqual(['thread.created', 'message.posted']);
  expect(await query(url, 'select last_value::int as n from once')).toEqual([{ n: 2 }]);
});

test('[L6] nor is a run claimed by a commit that was lost: its claim must stand there', async () => {
  const url = await shadowedUrl();
  const ledger = unwrap(await openPostgresLedger({ url }));
  onTestFinished(() => ledger.close());
  const [thread, other] = [await newThread(ledger), await newThread(ledger)];
  await breakOnce(url, 'threads', 'update');
  const run = unwrap(await ledger.claimRun(thread, 'run'));
  expect(await query(url, `select run, epoch::int from threads where id = '${thread}'`)).toEqual([
    { run: 'run', epoch: run.epoch },
  ]);
  await query(url, `select setval('once', 1, false)`);
  const node = { name: 'a', life: 'a1', leaseMs: 60_000 };
  unwrap(await ledger.nodes.join(node));
  const wanted = { run: 'run', node, person: '@human', files: 'node', limits: {} } as const;
  expect(unwrap(await ledger.nodes.claim(other, wanted))).toMatchObject({ kind: 'claimed', claim: { id: 'run' } });
  expect(await query(url, `select run, held_by from threads where id = '${other}'`)).toEqual([
    { run: 'run', held_by: 'a1' },
  ]);
});

test('[L6] nor is anybody removed, given a role or signed in by a commit that was lost: what it brings about must stand there', async () => {
  const url = await shadowedUrl();
  const ledger = unwrap(await openPostgresLedger({ url }));
  onTestFinished(() => ledger.close());
  const thread = await newThread(ledger);
  const { accounts, signIns, roles, links } = ledger.people;
  for (const name of ['Ada', 'Bob']) unwrap(await accounts.add(name, 'one'));
  await breakOnce(url, 'people_changes', 'update');
  const lost = async <T>(change: () => Promise<Result<T>>): Promise<T> => {
    await query(url, `select setval('once', 1, false)`);
    const done = unwrap(await change());
    // It broke the first time.
    expect(await query(url, 'select last_value::int > 1 as broke from once')).toEqual([{ broke: true }]);
    return done;
  };
  const signIn = { cookie: 'c', secret: 's', person: 'Ada', at: 1, until: 9e15, browser: '' };
  const link = { digest: 'd', thread, by: 'Ada', at: 1 };
  expect(await lost(() => accounts.add('Eve', 'one'))).toBe(true);
  expect(await lost(() => accounts.reset('Ada', 'two'))).toBe(true);
  expect(unwrap(await accounts.password('Ada'))).toBe('two');
  expect(await lost(() => signIns.begin(signIn))).toBe(true);
  expect(unwrap(await signIns.find('c'))).toEqual(signIn);
  expect(await lost(() => signIns.end('Ada'))).toBe(1);
  expect(unwrap(await signIns.find('c'))).toBeUndefined();
  expect(await lost(() => roles.give(thread, 'Bob', 'write'))).toBe(true);
  expect(unwrap(await roles.of(thread, 'Bob'))).toBe('write');
  expect(await lost(() => roles.give(thread, 'Bob', undefined))).toBe(true);
  expect(unwrap(await roles.of(thread, 'Bob'))).toBeUndefined();
  await lost(() => links.make(link));
  expect(unwrap(await links.find('d'))).toEqual(link);
  expect(await lost(() => links.takeBack(thread, 'd'))).toBe(true);
  expect(unwrap(await links.find('d'))).toBeUndefined();
  expect(await lost(() => accounts.remove('Ada', 'stay'))).toBe('removed');
  expect(unwrap(await accounts.password('Ada'))).toBeUndefined();
});

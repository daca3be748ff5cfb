/** What one node writes wakes those who read at another. */
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { message, newThread, unwrap } from './contract/start.ts';
import type { Ledger } from '../src/ledger.ts';
import { openPostgresLedger } from '../src/open-postgres-ledger.ts';
import type { OpenPostgresLedgerOptions } from '../src/open-postgres-ledger.ts';

/** Longer than any test lasts. */
const NEVER_MS = 3_600_000;
const NOWHERE = 'postgres://127.0.0.1:1/nowhere';
/** Of the test's own schema. */
const LISTENERS = `select pid from pg_stat_activity where query = 'listen "toolthread_' || md5(current_schema()) || '"'`;
let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function node(url: string, options: Partial<OpenPostgresLedgerOptions> = {}): Promise<Ledger> {
  const ledger = unwrap(await openPostgresLedger({ url, ...options }));
  onTestFinished(() => ledger.close());
  return ledger;
}

/** Those who read at a node, and how often they were woken. */
function readers(ledger: Ledger, ...threads: string[]): { readonly woken: (thread: string) => number } {
  const wakes = new Map<string, number>();
  ledger.listen?.({
    watched: () => threads,
    notify: (thread) => void wakes.set(thread, (wakes.get(thread) ?? 0) + 1),
  });
  return { woken: (thread) => wakes.get(thread) ?? 0 };
}

async function listeners(url: string): Promise<number> {
  return (await query(url, LISTENERS)).length;
}

test('by a wake, of appends and deletions, and nobody is told of what it wrote itself', async () => {
  const url = await ownUrl(postgres.url);
  const [a, b] = [await node(url, { lookMs: NEVER_MS }), await node(url, { lookMs: NEVER_MS })];
  const [thread, other] = [await newThread(b), await newThread(b)];
  const [atA, atB] = [readers(a), readers(b)];
  await expect.poll(() => listeners(url)).toBe(2);
  unwrap(await b.append(thread, [message('Hello')]));
  await expect.poll(() => atA.woken(thread)).toBe(1);
  unwrap(await b.deleteThread(other));
  await expect.poll(() => atA.woken(other)).toBe(1);
  unwrap(await a.append(thread, [message('Hello, too')]));
  await expect.poll(() => atB.woken(thread)).toBe(1);
  expect([atA.woken(thread), atB.woken(other)]).toEqual([1, 0]);
});

test('ledgers in other schemas of the same database hear nothing of each other', async () => {
  const [one, other] = [await ownUrl(postgres.url), await ownUrl(postgres.url)];
  const [a, b, c] = [await node(one), await node(one), await node(other)];
  const [atA, atC] = [readers(a), readers(c)];
  await expect.poll(async () => [await listeners(one), await listeners(other)]).toEqual([1, 1]);
  const thread = await newThread(b);
  unwrap(await b.append(thread, [message('Hello')]));
  await expect.poll(() => atA.woken(thread)).toBe(1);
  expect(atC.woken(thread)).toBe(0);
});

test('without any wake, by looking: one question for all threads that are read', async () => {
  const url = await ownUrl(postgres.url);
  // The connection that would hear them cannot be made.
  const [a, b] = [await node(url, { directUrl: NOWHERE, lookMs: 20 }), await node(url)];
  const threads = [await newThread(b), await newThread(b), await newThread(b)];
  const at = readers(a, ...threads);
  const [grown = '', still = '', gone = ''] = threads;
  for (const thread of threads) await expect.poll(() => at.woken(thread)).toBe(1);
  unwrap(await b.append(grown, [message('Hello')]));
  await expect.poll(() => at.woken(grown)).toBe(2);
  unwrap(await b.deleteThread(gone));
  await expect.poll(() => at.woken(gone)).toBe(2);
  expect(at.woken(still)).toBe(1);
});

test('a connection that is lost is made again, and what was said meanwhile is not missed', async () => {
  const url = await ownUrl(postgres.url);
  const [a, b] = [await node(url, { lookMs: NEVER_MS }), await node(url, { lookMs: NEVER_MS })];
  const thread = await newThread(b);
  const at = readers(a, thread);
  await expect.poll(() => listeners(url)).toBe(1);
  await expect.poll(() => at.woken(thread)).toBe(1);
  // Said while nobody hears: those who come back look.
  await query(url, `select pg_terminate_backend(pid) from (${LISTENERS}) as those`);
  unwrap(await b.append(thread, [message('Hello')]));
  await expect.poll(() => at.woken(thread)).toBeGreaterThanOrEqual(2);
  await expect.poll(() => listeners(url)).toBe(1);
  const woken = at.woken(thread);
  unwrap(await b.append(thread, [message('Hello again')]));
  await expect.poll(() => at.woken(thread)).toBeGreaterThan(woken);
});

test('a restart of the database is the same, and a ledger that is closed leaves no connection behind', async () => {
  const own = await startPostgres({ durable: true });
  onTestFinished(() => own.remove());
  const [a, b] = [await node(own.url), await node(own.url)];
  const thread = await newThread(b);
  const at = readers(a, thread);
  await expect.poll(() => listeners(own.url)).toBe(1);
  await own.stop('immediate');
  const appending = b.append(thread, [message('Hello')]);
  await own.startAgain();
  unwrap(await appending);
  await expect.poll(() => listeners(own.url)).toBe(1);
  const woken = at.woken(thread);
  unwrap(await b.append(thread, [message('Hello again')]));
  await expect.poll(() => at.woken(thread)).toBeGreaterThan(woken);
  await Promise.all([a.close(), b.close()]);
  const left = `select 1 from pg_stat_activity where application_name like 'toolthread%'`;
  await expect.poll(() => query(own.url, left)).toEqual([]);
});

test('many threads that change at once are all told of', async () => {
  const url = await ownUrl(postgres.url);
  const [a, b] = [await node(url, { lookMs: NEVER_MS }), await node(url, { lookMs: NEVER_MS })];
  const at = readers(a);
  await expect.poll(() => listeners(url)).toBe(1);
  const threads = await Promise.all(Array.from({ length: 250 }, () => newThread(b)));
  await Promise.all(threads.map(async (thread) => unwrap(await b.append(thread, [message('Hello')]))));
  await expect.poll(() => threads.filter((thread) => at.woken(thread) === 0)).toEqual([]);
});

test('a thread that was deleted at one node and made again is not what another has folded', async () => {
  const url = await ownUrl(postgres.url);
  const [a, b] = [await node(url), await node(url)];
  const place = { id: 'session-1', at: 1000 };
  unwrap(await a.createThread({ title: 'Before' }, place));
  unwrap(await a.append(place.id, [message('a secret', 'm1'), message('more', 'm2')]));
  expect(unwrap(await b.state(place.id)).posted.size).toBe(2);
  unwrap(await a.deleteThread(place.id));
  unwrap(await a.createThread({ title: 'After' }, place));
  const state = unwrap(await b.state(place.id));
  expect([state.title, state.posted.size, state.seq]).toEqual(['After', 0, 1]);
  unwrap(await b.append(place.id, [message('again', 'm3')]));
  for (const ledger of [a, b]) expect(unwrap(await ledger.state(place.id)).posted.size).toBe(1);
});

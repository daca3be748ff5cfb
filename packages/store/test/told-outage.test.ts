/** Whoever asks a server is told that its database cannot be used, and nothing of where that is or who opens it. */
import { type StartedPostgres, query, startPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DatabaseReach, Ledger, LedgerError, Result } from '../src/index.ts';
import { openPostgresLedger, threadsIn } from '../src/index.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function opened(url: string, reaches: DatabaseReach[] = []): Promise<Ledger> {
  const result = await openPostgresLedger({ url, awayMs: 100, onReach: (reach) => void reaches.push(reach) });
  if (!result.ok) throw new Error(result.error.message);
  onTestFinished(() => result.value.close());
  return result.value;
}

function refused(result: Result<unknown>): LedgerError {
  if (result.ok) throw new Error('It was not refused.');
  return result.error;
}

test('a database that is gone: every question is answered in our words, what it said is for the log', async () => {
  const reaches: DatabaseReach[] = [];
  const ledger = await opened(postgres.url, reaches);
  const { hostname, port } = new URL(postgres.url);
  await postgres.stop('immediate');
  const asked: readonly Result<unknown>[] = await Promise.all([
    ledger.createThread({}),
    ledger.append('t', [{ type: 'agent.status', status: 'running' }]),
    ledger.listThreads({ limit: 1 }),
    ledger.state('t'),
    ledger.people.accounts.list(),
    ledger.people.roles.give('t', 'ada', 'read'),
    ledger.nodes.living(),
    threadsIn(postgres.url),
  ]);
  for (const result of asked) {
    const { code, message, why } = refused(result);
    expect([code, message]).toEqual(['unavailable', 'The database does not answer now. Try again in a moment.']);
    expect(why).toMatch(/\S/);
  }
  expect(JSON.stringify(asked.map((result) => refused(result).message))).not.toContain(hostname);
  expect(asked.some((result) => refused(result).why?.includes(port))).toBe(true);
  expect(reaches).toMatchObject([{ is: 'away' }]);
  await postgres.startAgain();
});

test('a database that refuses: its words, which name people and tables, are for the log, and are told once', async () => {
  await query(postgres.url, 'create role guest login');
  await query(postgres.url, 'create schema guests authorization guest');
  const url = `${postgres.url.replace('postgres@', 'guest@')}&options=${encodeURIComponent('-c search_path=guests')}`;
  const reaches: DatabaseReach[] = [];
  const ledger = await opened(url, reaches);
  await query(postgres.url, 'revoke all on all tables in schema guests from guest');
  await query(postgres.url, 'alter table guests.threads owner to postgres');
  for (let n = 0; n < 2; n += 1) {
    const { code, message, why } = refused(await ledger.listThreads({ limit: 1 }));
    expect(code).toBe('unavailable');
    expect(message).toBe('The database refuses this now. Whoever runs the server finds the reason in its log.');
    expect(why).toContain('permission denied for table threads');
  }
  // The ledger tidies up by itself, too: what it is refused then is another reason.
  const ofThreads = reaches.filter((reach) => reach.is !== 'back' && reach.why.includes('table threads'));
  expect(ofThreads).toMatchObject([{ is: 'refusing', why: expect.stringContaining('permission denied') }]);
});

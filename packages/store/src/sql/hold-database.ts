/**
 * Who may work on a database: one program at a time, as long as runs are not shared between programs. The lock is PostgreSQL's own, on a connection
 * of its own, so it is gone with whoever held it, however they ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseUnavailable, type Row } from './database.ts';
import { postgresProblem } from './postgres-problem.ts';

export type HeldDatabase =
  | { readonly ok: true; readonly release: () => Promise<void> }
  /** Who, as PostgreSQL knows it. */
  | { readonly ok: false; readonly holder: string };

/** Ledgers may lie in several schemas of one database. */
const KEY = '7466310, hashtext(current_schema())';
const AGAIN_MS = 1000;

/** `onLost`: the connection broke, and another program was quicker. */
export async function holdDatabase(url: string, onLost: (words: string) => void): Promise<HeldDatabase> {
  const { default: pg } = await import('pg');
  let released = false;
  let holding: Client | undefined;

  async function hold(): Promise<string | undefined> {
    const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'toolthread' });
    client.on('error', () => undefined);
    client.once('end', () => {
      if (holding === client && !released) void holdAgain();
    });
    await client.connect();
    const { rows } = await client.query<Row>(`select pg_try_advisory_lock(${KEY}) as got`);
    if (rows[0]?.['got'] === true) {
      holding = client;
      return undefined;
    }
    const holder = await holderOf(client);
    await client.end();
    return holder;
  }

  async function holdAgain(): Promise<void> {
    while (!released) {
      const holder = await hold().catch((error: unknown) =>
        postgresProblem(error) === 'ours' ? String(error) : 'away',
      );
      if (holder === undefined) return;
      if (holder !== 'away') return onLost(heldWords(holder));
      await sleep(AGAIN_MS, undefined, { ref: false });
    }
  }

  try {
    const holder = await hold();
    if (holder !== undefined) return { ok: false, holder };
  } catch (error) {
    throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return {
    ok: true,
    release: async () => {
      released = true;
      await holding?.end();
    },
  };
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<Row>(
    `select coalesce(host(client_addr), 'this machine') as place, backend_start from pg_stat_activity where pid in (
       select pid from pg_locks where locktype = 'advisory' and classid = 7466310 and granted)`,
  );
  const [row] = rows;
  const since = row?.['backend_start'];
  return row === undefined
    ? 'somewhere'
    : `on ${String(row['place'])}${since instanceof Date ? `, since ${since.toISOString()}` : ''}`;
}

export function heldWords(holder: string): string {
  return `Another Toolthread works on this database (${holder}). One at a time may.`;
}

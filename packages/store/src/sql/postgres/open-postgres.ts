import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@toolthread/core/json';
import type { Pool } from 'pg';
import { closedDatabase, type Database, type Row } from '../database.ts';
import { POSTGRES_DIALECT } from './postgres-dialect.ts';
import { driverUrl } from '../address/driver-url.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { beginTransaction, type PostgresTransaction, type Proof, storable } from './postgres-transaction.ts';
import { postgresTogether } from './postgres-together.ts';
import { postgresProblem } from './postgres-problem.ts';
import { postgresReach, type DatabaseReach } from './postgres-reach.ts';
import { postgresUnavailable } from './postgres-unavailable.ts';
import { StatementNames, UNKNOWN_NAME } from './statement-names.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections at most. */
  readonly connections?: number;
  /** How long to try again while the database is away: it is being restarted, or another one takes its place. */
  readonly awayMs?: number;
  /** Told once that the database cannot be reached, with the reason, and once that it can again. */
  readonly onReach?: (reach: DatabaseReach) => void;
}

const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 1000;
/** What PostgreSQL says of a transaction's number that it has not given yet. */
const IN_THE_FUTURE = '22023';
const INT8 = 20;
const NUMERIC = 1700;

/**
 * `const database = await openPostgres({ url: 'postgres://127.0.0.1/toolthread' })`
 *
 * Every commit is as safe as the server makes it, a relaxed one too: another node may have shown what it holds, and no crash may take that back.
 */
export async function openPostgres({
  url,
  connections = 10,
  awayMs = 30_000,
  onReach,
}: PostgresOptions): Promise<Database> {
  const { default: pg } = await import('pg');
  const sockets = new Set<GatheringSocket>();
  const reach = postgresReach({
    url,
    onReach,
    // A caller that waits for an answer on one of them tries again.
    onSilence: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  const pool: Pool = new pg.Pool({
    connectionString: driverUrl(url),
    max: connections,
    connectionTimeoutMillis: 10_000,
    query_timeout: 120_000,
    keepAlive: true,
    pipeline: true,
    stream: () => {
      const socket = new GatheringSocket();
      sockets.add(socket);
      return socket.once('close', () => void sockets.delete(socket));
    },
    application_name: 'toolthread',
    types: numbersAsNumbers(pg.types),
  });
  // An idle connection was lost: the next caller gets another one.
  pool.on('error', () => undefined);
  const names = new StatementNames();

  let isClosed = false;
  let isMet = false;
  /** The last thing that it refused, told once. */
  let refusal: string | undefined;
  /** Tries again what certainly was not done. */
  async function untilThere<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LAST_PAUSE_MS, pause * 2)) {
      try {
        const done = await reach.watched(work());
        isMet = true;
        reach.found();
        refusal = undefined;
        return done;
      } catch (error) {
        const problem = postgresProblem(error);
        // After `close`, nothing is reported about a database that is away or refuses.
        if (isClosed && problem !== 'ours') throw closedDatabase(error);
        if (problem === 'ours') throw error;
        const why = postgresUnavailable(error);
        if (problem === 'refused' && refusal !== why.message)
          onReach?.({ is: 'refusing', why: (refusal = why.message) });
        if (problem === 'away' && !isAnswered(error)) reach.lost(why.message);
        // A single attempt may take seconds: where a host is, or whether it answers, is not always told at once.
        const waited = performance.now() - began;
        if (problem === 'refused' || waited >= (isMet ? awayMs : patience(error, awayMs))) throw why;
        await sleep(pause);
      }
    }
  }

  async function transact<T>(work: (transaction: PostgresTransaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let lost: Error | undefined;
    // A connection that breaks between two statements is told by the next one.
    const note = (error: Error): void => void (lost = error);
    client.on('error', note);
    try {
      const transaction = beginTransaction(client, names);
      const value = await work(transaction);
      await commit(transaction);
      return value;
    } catch (error) {
      if (postgresProblem(error) === 'away') lost ??= error instanceof Error ? error : new Error(String(error));
      else await client.query('rollback').catch(note);
      throw error;
    } finally {
      client.off('error', note);
      client.release(lost);
    }
  }

  /** Whether a commit whose answer was lost was done, only the database knows. */
  async function commit(transaction: PostgresTransaction): Promise<void> {
    const id = await transaction.id;
    try {
      await transaction.commit();
    } catch (error) {
      if (postgresProblem(error) !== 'away') throw error;
      const status = await untilThere(() => outcomeOf(id));
      if (status !== 'committed' || !(await untilThere(() => areProved(transaction.proofs())))) throw error;
    }
  }

  /** After a crash the number may be another transaction's: what this one wrote must be there. */
  async function areProved(proofs: readonly Proof[]): Promise<boolean> {
    for (const { text, values } of proofs) if ((await pool.query(text, values)).rows.length === 0) return false;
    return true;
  }

  async function outcomeOf(transaction: string): Promise<unknown> {
    for (;;) {
      const status = await pool
        .query<Row>('select pg_xact_status($1::xid8) as status', [transaction])
        .then(({ rows }) => rows[0]?.['status'], unlessUnknown);
      if (status !== 'in progress') return status;
      await sleep(FIRST_PAUSE_MS);
    }
  }

  return {
    dialect: POSTGRES_DIALECT,
    all: (sql, values) => untilThere(async () => (await pool.query<Row>(sql, storable(values))).rows),
    tx: (_durability, work) => untilThere(() => transact(({ sql }) => work(sql))),
    together: postgresTogether((work) => untilThere(() => transact(work))),
    reach,
    close: async () => {
      isClosed = true;
      reach.close();
      if (!pool.ended) await pool.end();
      // The driver leaves a connection open on which it could not sign in: it would keep the process.
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A crash has taken it back before anything of it was on the disk: the database has not come to its number again. */
function unlessUnknown(error: unknown): 'aborted' {
  if (codeOf(error) === IN_THE_FUTURE) return 'aborted';
  throw error;
}

/** Counts and sizes: none is beyond what a number holds. */
export function numbersAsNumbers<Parser>(types: TypeParsers<Parser>): TypeParsers<Parser | typeof Number> {
  return {
    getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format)),
  };
}

/** What the driver calls so; whoever has our types need not have the driver's. */
interface TypeParsers<Parser> {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser;
}

/** The database is there: two transactions were in each other's way, one said nothing for too long, or a pooler knows no name of a statement. */
function isAnswered(error: unknown): boolean {
  const code = codeOf(error);
  return /^(?:40|25P03)/.test(code) || UNKNOWN_NAME.has(code);
}

/** A host of which nobody knows is most likely mistyped, and so is a replica: a database that was never there is not waited for as long as one that is away. */
function patience(error: unknown, awayMs: number): number {
  return STRANGE.has(codeOf(error)) ? Math.min(awayMs, STRANGE_MS) : awayMs;
}

const STRANGE_MS = 2000;
const STRANGE: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', '25006']);

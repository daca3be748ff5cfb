import { codeOf } from '@toolthread/core/json';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Row, Statements, Value } from '../database.ts';
import type { StatementNames } from './statement-names.ts';
import { storableText } from '../storable-text.ts';

/**
 * A transaction in as few messages to the server and back as it takes: what is only written is not waited for, and goes along with the next question or
 * with the commit. The driver sends in order, and the server answers in order; of a transaction in which one statement failed it takes
 * everything back, whatever comes after it. So a commit that went along with a failed write commits nothing, and says so.
 *
 * Nothing but a lock is sent before the begin was answered: outside a transaction a write would stand alone.
 */
export interface PostgresTransaction {
  readonly sql: Statements;
  /** For one of several that share it: `LEAVES` is thrown where it would have to wait for what others have, before it has written anything. */
  readonly amongOthers: Statements;
  /** Its number, by which the database can be asked later what became of it. */
  readonly id: Promise<string>;
  /** A query that returns a row only if the transaction was committed. */
  proofs(): readonly Proof[];
  /** Rejects with what went wrong first. */
  commit(): Promise<void>;
}

/** Thrown by work that has to run alone. */
export const LEAVES: Error = new Error('it is done alone');

/** A question, with what stands for its `$n`. */
export interface Proof {
  readonly text: string;
  readonly values: Value[];
}

/**
 * Of a node that is frozen or cut off in the middle of a transaction the locks are given up after the first of these: another node can
 * go on. Nobody waits for a lock longer than the second.
 */
const LIMITED = `select pg_current_xact_id()::text as id, set_config('idle_in_transaction_session_timeout', '8000', true), set_config('lock_timeout', '30000', true)`;

/** Writes that nobody has waited for, at most; and one that is as long as this is waited for: they are in the memory until they are sent. */
const MOST_UNDER_WAY = 16;
const LONG = 64 * 1024;

/** `beginTransaction(client)`: the client sends without waiting for the answers to what it sent before (`pipeline`). */
export function beginTransaction(client: PoolClient, names: StatementNames): PostgresTransaction {
  const id = begin(client, names);
  id.catch(() => undefined);
  let wrong: { readonly error: unknown } | undefined;
  let underWay = 0;
  const proofs: Proof[] = [];

  function send(text: string, values: readonly Value[] | undefined): Promise<readonly Row[]> {
    const answer = query(client, names, text, storable(values)).then(
      ({ rows }) => rows,
      (error: unknown) => {
        // All that comes after the first that failed fails because of it.
        wrong ??= { error };
        throw wrong.error;
      },
    );
    answer.catch(() => undefined);
    return answer;
  }

  async function lock(text: string, values: readonly Value[] | undefined): Promise<readonly Row[]> {
    const rows = send(text, values);
    await id;
    return rows;
  }

  const sql: Statements = {
    async all(text, values) {
      await id;
      return send(text, values);
    },
    lock: (text, values) => lock(`${text} for update`, values),
    async run(text, values) {
      await id;
      const answer = send(text, values);
      underWay += 1;
      if (underWay < MOST_UNDER_WAY && lengthOf(values) < LONG) return;
      underWay = 0;
      await answer;
    },
    alone: () => undefined,
    proof: (text, values) => void proofs.push({ text, values: storable(values) }),
  };
  return {
    id,
    sql,
    amongOthers: {
      ...sql,
      async lock(text, values) {
        const rows = await lock(`${text} for update skip locked`, values);
        // Another transaction has the lock, or the row does not exist.
        if (rows.length === 0) throw LEAVES;
        return rows;
      },
      alone: () => {
        throw LEAVES;
      },
    },
    proofs: () => proofs,
    async commit() {
      await id;
      const { command } = await query(client, names, 'commit', []);
      if (command !== 'COMMIT') throw wrong?.error ?? new Error('the transaction was rolled back');
    },
  };
}

/** Returns the transaction's number. */
async function begin(client: PoolClient, names: StatementNames): Promise<string> {
  const [, { rows }] = await Promise.all([query(client, names, 'begin', []), query(client, names, LIMITED, [])]);
  return String(rows[0]?.['id']);
}

/** All in the same way, which the driver sends at once. */
async function query(
  client: PoolClient,
  names: StatementNames,
  text: string,
  values: Value[],
): Promise<QueryResult<Row>> {
  const name = names.of(text);
  const asked: Extended = { text, values, queryMode: 'extended', ...(name === undefined ? {} : { name }) };
  try {
    return await client.query<Row>(asked);
  } catch (error) {
    names.noteFailure(codeOf(error));
    throw error;
  }
}

/** The driver's types do not have it. */
interface Extended extends QueryConfig {
  readonly queryMode: 'extended';
}

export function storable(values: readonly Value[] = []): Value[] {
  return values.map((value) => (typeof value === 'string' ? storableText(value) : value));
}

function lengthOf(values: readonly Value[] = []): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'object' ? (value?.length ?? 0) : String(value).length),
    0,
  );
}

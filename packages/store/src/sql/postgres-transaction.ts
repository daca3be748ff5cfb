import { isFields } from '@toolthread/core/json';
import type { PoolClient } from 'pg';
import type { Row, Statements, Value } from './database.ts';
import { storableText } from './storable-text.ts';

/**
 * A transaction in as few messages to the server and back as it takes: what is only written is not waited for, and goes along with the next question or
 * with the commit. The driver sends in order, and the server answers in order; of a transaction in which one statement failed it takes
 * everything back, whatever comes after it. So a commit that went along with a failed write commits nothing, and says so.
 *
 * Nothing but a lock is sent before the begin was answered: outside a transaction a write would stand alone.
 */
export interface PostgresTransaction {
  readonly sql: Statements;
  /** Its number, by which the database can be asked later what became of it. */
  readonly id: Promise<string>;
  /** What has an answer only if it was committed. */
  proofs(): readonly Proof[];
  /** Rejects with what went wrong first. */
  commit(): Promise<void>;
}

/** A question, with what stands for its `$n`. */
export interface Proof {
  readonly text: string;
  readonly values: Value[];
}

/**
 * Of a node that is frozen or cut off in the middle of a transaction the locks are given up after the first of these: another node can
 * go on. Nobody waits for a lock longer than the second.
 */
const LIMITS = `set_config('idle_in_transaction_session_timeout', '8000', true), set_config('lock_timeout', '30000', true)`;

/** Writes that nobody has waited for, at most; and one that is as long as this is waited for: they lie in the memory until they are sent. */
const MOST_UNDER_WAY = 16;
const LONG = 64 * 1024;

/** `beginTransaction(client)`: the client sends without waiting for the answers to what it sent before (`pipeline`). */
export function beginTransaction(client: PoolClient): PostgresTransaction {
  const id = begin(client);
  id.catch(() => undefined);
  let wrong: { readonly error: unknown } | undefined;
  let underWay = 0;
  const proofs: Proof[] = [];

  function send(text: string, values: readonly Value[] | undefined): Promise<readonly Row[]> {
    const answer = client.query<Row>(text, storable(values)).then(
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

  return {
    id,
    sql: {
      async all(text, values) {
        await id;
        return send(text, values);
      },
      async lock(text, values) {
        const rows = send(`${text} for update`, values);
        await id;
        return rows;
      },
      async run(text, values) {
        await id;
        const answer = send(text, values);
        underWay += 1;
        if (underWay < MOST_UNDER_WAY && lengthOf(values) < LONG) return;
        underWay = 0;
        await answer;
      },
      proof: (text, values) => void proofs.push({ text, values: storable(values) }),
    },
    proofs: () => proofs,
    async commit() {
      await id;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw wrong?.error ?? new Error('the transaction was taken back');
    },
  };
}

/** Gives the transaction's number. */
async function begin(client: PoolClient): Promise<string> {
  // Of several statements there are several results, which the driver's types do not say.
  const results: unknown = await client.query(`begin; select pg_current_xact_id()::text as id, ${LIMITS}`);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  const rows = isFields(last) && Array.isArray(last['rows']) ? last['rows'] : [];
  const row: unknown = rows[0];
  return isFields(row) ? String(row['id']) : '';
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

import { codeOf } from '@toolthread/core/json';
import { UNKNOWN_NAME } from './statement-names.ts';

/**
 * `away`: the connection is gone or never was, or two transactions were in each other's way; what was asked for was not done, and may be tried
 * again. `refused`: the database is there and does not do it now. `ours`: anything else.
 */
export type PostgresProblem = 'away' | 'refused' | 'ours';

/** By the code that PostgreSQL gives, the system, or the driver's words where it gives no code. */
export function postgresProblem(error: unknown): PostgresProblem {
  if (!(error instanceof Error)) return 'ours';
  const code = codeOf(error);
  if (UNFIT.test(`${code} ${error.message}`)) return 'refused';
  if (AWAY_CODES.has(code) || UNKNOWN_NAME.has(code) || code.startsWith('08')) return 'away';
  // Refused to whoever asks so: a wrong name or password, no schema, no room, a lock that nobody gives back.
  if (/^(28|3D|3F|42501|53|55P03|57)/.test(code)) return 'refused';
  // Whatever it is, no statement of ours is the reason: the server lets nobody in who comes so.
  if (isFatal(error)) return 'refused';
  if ('syscall' in error || AWAY_WORDS.test(error.message)) return 'away';
  return CLOSED.test(error.message) ? 'refused' : 'ours';
}

const AWAY_CODES: ReadonlySet<string> = new Set([
  // Shut down, crashed, starting; a session that was idle in its transaction for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  // One that can be done again: a deadlock, two that cannot be put in an order.
  '40P01',
  '40001',
  // It can be read only: this one is not the first any more.
  '25006',
  '53300',
]);

function isFatal(error: Error): boolean {
  return 'severity' in error && error.severity === 'FATAL';
}

/** By TLS, without a password where one is wanted, by a pooler, or too old. */
const UNFIT =
  /^\w*CERT\w* |^UNABLE_TO_|^EPROTO |SSL connections|SASL|unsupported startup parameter|function pg_current_xact_id/;

const AWAY_WORDS = /connection terminated|connection ended|timeout exceeded|read timeout|not queryable/i;
const CLOSED = /after calling end on the pool|client was closed/i;

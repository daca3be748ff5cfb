import { DatabaseUnavailable } from './sql/database.ts';

/** A value, or why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | Refused;

/** Why something was not done. */
export interface Refused {
  readonly ok: false;
  readonly error: LedgerError;
}

/** Why the ledger refused, for the program and in words. */
export interface LedgerError {
  readonly code:
    | 'no_such_thread'
    | 'no_such_event'
    | 'no_such_blob'
    /** The account was removed. */
    | 'no_such_person'
    /** Another run has claimed the thread. */
    | 'stale_run'
    /** The thread has events after the one that was named as its last. */
    | 'seq_conflict'
    /** The client id belongs to a message with other words. */
    | 'message_conflict'
    /** The client id belongs to a message that was taken back. */
    | 'message_taken_back'
    /** The request is settled, or never was. */
    | 'request_not_open'
    /** No run is under way, owed or waiting for a person. */
    | 'nothing_to_stop'
    /** The event is not JSON that can be written: too deep, too long. */
    | 'unwritable_event'
    /** What is there is not what was written: as far as it is sound it can be read, and nothing is written to it. */
    | 'damaged'
    /** The database cannot do its work now: locked, full, broken. */
    | 'unavailable';
  /** For the client, who may be a stranger: it does not say where the database is. */
  readonly message: string;
  /** What the database said, for the log; absent if the message has it. */
  readonly why?: string;
}

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(code: LedgerError['code'], message: string): Refused {
  return { ok: false, error: { code, message } };
}

export function noSuchThread(thread: string): Refused {
  return refuse('no_such_thread', `There is no thread ${thread}.`);
}

export function noSuchBlob(hash: string): Refused {
  return refuse('no_such_blob', `There is no blob ${hash}.`);
}

/** A database that cannot do its work now is an answer, and no fault of the program. */
export async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return unavailable(error);
    throw error;
  }
}

/** The only function that turns an error of a database into a refusal: `unavailable(error)` */
export function unavailable({ told, message }: DatabaseUnavailable): Refused {
  if (told === undefined) return refuse('unavailable', `The ledger cannot be used: ${message}`);
  return { ok: false, error: { code: 'unavailable', message: told, why: message } };
}

/**
 * Lets one process at a time write to a ledger's file. The lock is one of the system, on a file beside the ledger, so it ends with
 * the process that held it, however that ended. Another file says which process holds it. That file is for people to read, and locks nothing.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface Holder {
  readonly pid: number;
  /** When it began to hold the file, as an ISO date. */
  readonly since: string;
  readonly address?: string;
}

export type Held =
  | { readonly ok: true; readonly release: () => void }
  /** Undefined: the process has not written who it is. */
  | { readonly ok: false; readonly holder: Holder | undefined };

/** `const held = holdFile('data/ledger.db')`. Throws if the lock cannot even be asked for. */
export function holdFile(file: string): Held {
  const lock = new DatabaseSync(lockFile(file));
  try {
    lock.exec('pragma busy_timeout = 0');
    if (!isMarked(file) && sizeOf(file) > 0) lock.exec('pragma user_version = 1');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && error.message.includes('locked')) return { ok: false, holder: readHolder(file) };
    throw error;
  }
  tell(file, { pid: process.pid, since: new Date().toISOString() });
  return {
    ok: true,
    release: () => {
      rmSync(holderFile(file), { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

/** A lock that is not empty says that there was a ledger: an empty file beside it is not a new one. */
function isMarked(file: string): boolean {
  return sizeOf(lockFile(file)) > 0;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Where this process serves the ledger that it has open: the error of a second process says so.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * const file = await exampleLedger();
 * const opened = await openLedger({ file });
 * tellAddress(file, 'http://127.0.0.1:4780');
 * const second = await openLedger({ file });
 * !second.ok && second.error.message.includes('http://127.0.0.1:4780'); //=> true
 * if (opened.ok) await opened.value.close();
 */
export function tellAddress(file: string, address: string): void {
  const holder = readHolder(file);
  if (holder?.pid === process.pid) tell(file, { ...holder, address });
}

/**
 * Where the process that has a ledger open says that it serves it: whoever may not write by themselves can ask there.
 *
 * @example
 * addressOf(await exampleLedger()); //=> undefined
 */
export function addressOf(file: string): string | undefined {
  return readHolder(file)?.address;
}

/** The error message for the second process. */
export function heldWords(file: string, holder: Holder | undefined): string {
  if (holder === undefined) return `Another process holds ${file}.`;
  const { pid, since, address } = holder;
  return `Process ${pid} holds ${file}${address === undefined ? '' : `, and serves it at ${address}`}, since ${since}.`;
}

export function lockFile(file: string): string {
  return `${file}.lock`;
}

function holderFile(file: string): string {
  return `${file}.holder`;
}

/** Only for people to read, so on a full disk it is left out. */
function tell(file: string, holder: Holder): void {
  try {
    // Never into what somebody put in its place: a pipe would be waited for.
    rmSync(holderFile(file), { force: true });
    writeFileSync(holderFile(file), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch {
    rmSync(holderFile(file), { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    // A pipe would be waited for.
    if (!statSync(holderFile(file)).isFile()) return undefined;
    const { pid, since, address }: Partial<Holder> = JSON.parse(readFileSync(holderFile(file), 'utf8'));
    if (typeof pid !== 'number' || typeof since !== 'string') return undefined;
    return { pid, since, ...(typeof address === 'string' ? { address } : {}) };
  } catch {
    return undefined;
  }
}

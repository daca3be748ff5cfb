import type { LedgerError, Result } from './ledger.ts';

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(
  code: LedgerError['code'],
  message: string,
): { readonly ok: false; readonly error: LedgerError } {
  return { ok: false, error: { code, message } };
}

export function noSuchThread(thread: string): { readonly ok: false; readonly error: LedgerError } {
  return refuse('no_such_thread', `There is no thread ${thread}.`);
}

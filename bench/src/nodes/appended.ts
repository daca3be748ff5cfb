import type { EventDraft } from '@toolthread/core';
import type { Ledger, Result } from '@toolthread/store';

export const WORDS = 'Please look where the parser is used, and say what an upgrade would break. '.repeat(3);

/** What is appended, by us and by the plain driver: one event of some 300 bytes. */
export const MESSAGE: EventDraft = {
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text: WORDS }],
  delivery: 'now',
};

/** The same writes as an append of one message makes, with the same values; `$1` is the thread, `$2` the event's number. */
export const INSERT = 'insert into events (thread, seq, size, body, sum) values ($1, $2, $3, $4, $5)';
export const UPDATE = `update threads set seq = $2, updated_at = $3, unfinished = 1, expires_at = null, summary = $4, sum = $5,
  place = 0, pinned = 0 where id = $1`;

export function bodyOf(thread: string, seq: number, at: number): string {
  return JSON.stringify({ ...MESSAGE, v: 1, thread, seq, at });
}

export const SUMMARY: string = JSON.stringify({ title: 'A thread', calls: 0, failed: 0, waiting: 0 });

export async function newThread(ledger: Ledger): Promise<string> {
  return unwrap(await ledger.createThread({ title: 'A thread' }))[0]?.thread ?? '';
}

export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

import { crc32 } from 'node:zlib';
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

/**
 * The same writes as an append of one message makes, with the same values and the same guarantees: `$1` is the thread, `$2` the event's number. The
 * update takes the next number only if nobody else has, and only while no run has the thread; where it changes no row, the append must not be.
 */
export const UPDATE = `update threads set seq = $2, updated_at = $3, unfinished = 1, expires_at = null, summary = $4, sum = $5,
  place = 0, pinned = 0 where id = $1 and seq = $2 - 1 and epoch = 0`;
export const INSERT = 'insert into events (thread, seq, size, body, sum) values ($1, $2, $3, $4, $5)';

/** What was said, for the search; what an engine finds words with goes along. */
export const SAID = `insert into said (thread, place, whose, author, at, text) values ($1, $2, 'you', 'you', $3, $4)`;
export const SAID_WITH_TERMS = `insert into said (thread, place, whose, author, at, text, terms)
  values ($1, $2, 'you', 'you', $3, $4, array_to_tsvector(string_to_array($5, E'\\n')))`;

/** The values of all of them. */
export function writesOf(
  thread: string,
  seq: number,
): { readonly update: Values; readonly insert: Values; readonly said: Values } {
  const at = Date.now();
  const body = JSON.stringify({ ...MESSAGE, v: 1, thread, seq, at });
  return {
    update: [thread, seq, at, SUMMARY, sum(thread, seq, SUMMARY)],
    insert: [thread, seq, Buffer.byteLength(body), body, sum(thread, seq, body)],
    said: [thread, String(seq), at, WORDS],
  };
}

type Values = (string | number)[];

const SUMMARY = JSON.stringify({ title: 'A thread', calls: 0, failed: 0, waiting: 0, workedMs: 0 });

function sum(thread: string, seq: number, text: string): number {
  return crc32(text, crc32(`${thread} ${seq} `));
}

export async function newThread(ledger: Ledger): Promise<string> {
  return unwrap(await ledger.createThread({ title: 'A thread' }))[0]?.thread ?? '';
}

export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

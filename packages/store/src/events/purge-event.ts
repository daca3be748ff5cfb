import type { LedgerEvent } from '@toolthread/core';
import { keepThread, lineOf } from './append-events.ts';
import { blobsOf } from './blobs-of.ts';
import { dropBlob } from './drop-blob.ts';
import { keepAllSaid } from '../search/keep-said.ts';
import type { WordIndex } from '../search/word-index.ts';
import type { Statements } from '../sql/database.ts';
import { foldEvents, nothingFolded } from '../threads/fold-events.ts';
import { done, noSuchThread, refuse, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import { eventOf } from './stored-event.ts';
import { sumOf } from '../damage/sum-of.ts';
import { whatIsLeft } from './what-is-left.ts';

export interface Purge {
  readonly thread: string;
  readonly seq: number;
  readonly purged: string;
  readonly by: string;
}

export async function purgeEvent(sql: Statements, words: WordIndex, purge: Purge): Promise<Result<LedgerEvent>> {
  const { thread, seq } = purge;
  // Whoever appends waits: it goes on from what is left.
  await sql.lock('select id from threads where id = $1', [thread]);
  const [row] = await sql.all('select body from events where thread = $1 and seq = $2', [thread, seq]);
  if (row === undefined) return refuse('no_such_event', `Thread ${thread} has no event ${seq}.`);
  const event = eventOf(column.text(row, 'body'));
  const left = whatIsLeft(event, purge);
  const body = JSON.stringify(left);
  await sql.run('update events set body = $3, size = $4, sum = $5 where thread = $1 and seq = $2', [
    thread,
    seq,
    body,
    Buffer.byteLength(body),
    sumOf(thread, seq, body),
  ]);
  await sql.run('update threads set purges = purges + 1 where id = $1', [thread]);
  await sql.run('delete from cuts where thread = $1 and seq >= $2', [thread, seq]);
  await sql.run('delete from blob_uses where thread = $1 and seq = $2', [thread, seq]);
  for (const hash of blobsOf(event)) await dropBlob(sql, hash);
  // What a purge leaves of the thread no single event tells. Everybody else goes on meanwhile.
  const folded = await foldEvents(sql, thread, nothingFolded(thread));
  if (!folded.ok) return folded;
  await keepAllSaid(sql, words, thread, folded.value.thread);
  const [kept] = await sql.all('select updated_at, epoch from threads where id = $1', [thread]);
  if (kept === undefined) return noSuchThread(thread);
  const line = lineOf(folded.value.thread, column.number(kept, 'epoch') > 0);
  await keepThread(sql, thread, { seq: folded.value.seq, updatedAt: column.number(kept, 'updated_at'), line });
  return done(left);
}

import type { EventPurged, LedgerEvent } from '@toolthread/core';
import { keepThread, summaryByFold } from './append-events.ts';
import { blobsOf } from './blob.ts';
import type { Statements } from './database.ts';
import type { Result } from './ledger.ts';
import { done, refuse } from './result.ts';
import { numberOf, textOf } from './row.ts';
import { parseEvent } from './stored-event.ts';
import { soundThread } from './sound-row.ts';
import { sumOf } from './sum-of.ts';

export async function purgeEvent(
  sql: Statements,
  thread: string,
  seq: number,
  why: { readonly purged: string; readonly by: string },
): Promise<Result<LedgerEvent>> {
  const [row] = await sql.all('select body from events where thread = $1 and seq = $2', [thread, seq]);
  if (row === undefined) return refuse('no_such_event', `Thread ${thread} has no event ${seq}.`);
  const event = parseEvent(textOf(row, 'body'));
  const purged: EventPurged = {
    v: event.v,
    thread,
    seq,
    at: event.at,
    ...(event.run === undefined ? {} : { run: event.run }),
    ...(event.scope === undefined ? {} : { scope: event.scope }),
    type: 'event.purged',
    purged: why.purged,
    by: why.by,
  };
  const body = JSON.stringify(purged);
  await sql.run('update events set body = $3, size = $4, sum = $5 where thread = $1 and seq = $2', [
    thread,
    seq,
    body,
    Buffer.byteLength(body),
    sumOf(thread, seq, body),
  ]);
  await sql.run('delete from blob_uses where thread = $1 and seq = $2', [thread, seq]);
  for (const hash of blobsOf(event)) {
    await sql.run('delete from blobs where hash = $1 and not exists (select 1 from blob_uses where hash = $1)', [hash]);
  }
  await refreshSummary(sql, thread);
  return done(purged);
}

async function refreshSummary(sql: Statements, thread: string): Promise<void> {
  const [row] = await sql.all('select id, seq, updated_at, epoch, summary, sum from threads where id = $1', [thread]);
  const before = row === undefined ? undefined : soundThread(row);
  if (row === undefined || before === undefined) return;
  const summary = await summaryByFold(sql, thread, before.summary);
  await keepThread(sql, thread, {
    seq: numberOf(row, 'seq'),
    updatedAt: numberOf(row, 'updated_at'),
    epoch: numberOf(row, 'epoch'),
    summary,
  });
}

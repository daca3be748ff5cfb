import { emptyThread, type EventDraft, foldOnto, type LedgerEvent } from '@toolthread/core';
import { blobsOf } from './blob.ts';
import { DatabaseDamaged, type Statements, type Value } from './database.ts';
import type { Result, RunClaim } from './ledger.ts';
import { done, noSuchThread, refuse } from './result.ts';
import { numberOf, textOf } from './row.ts';
import { isSameMessage } from './same-message.ts';
import { soundThread } from './sound-row.ts';
import { parseEvent, type StoredEvent, storeEvent } from './stored-event.ts';
import { canBeStopped, isUnfinished, nearestExpiry, summarise, type Summary, summaryOf } from './summary.ts';
import { sumOf } from './sum-of.ts';
import { listDamage } from './thread-checks.ts';
import { eventLoop } from './turns.ts';

export interface Append {
  readonly thread: string;
  readonly drafts: readonly EventDraft[];
  readonly run: RunClaim | undefined;
  readonly at: number;
}

/** Within a transaction: everything is judged first, and written only if all of it stands. */
export async function appendEvents(sql: Statements, append: Append): Promise<Result<readonly LedgerEvent[]>> {
  const { thread, run, at } = append;
  const row = await lockThread(sql, thread);
  if (row === undefined) return noSuchThread(thread);
  if (run !== undefined && (run.epoch !== row.epoch || run.id !== row.run)) {
    return refuse('stale_run', `Run ${run.id} no longer owns thread ${thread}.`);
  }
  let { summary } = row;
  const fresh: StoredEvent[] = [];
  const all: LedgerEvent[] = [];
  for (const draft of append.drafts) {
    const posted = await postedBefore(sql, thread, draft, fresh);
    if (posted !== undefined) {
      if (!isSameMessage(draft, posted))
        return refuse('message_conflict', 'This client id has posted another message.');
      all.push(posted);
      continue;
    }
    if (
      draft.type === 'request.resolved' &&
      run === undefined &&
      !summary.requests.some(({ id }) => id === draft.request)
    ) {
      return refuse('request_not_open', `Request ${draft.request} is not open.`);
    }
    if (draft.type === 'run.stop.requested' && run === undefined && !canBeStopped(summary, row.epoch > 0)) {
      return refuse('nothing_to_stop', 'Nobody is at work in this thread.');
    }
    const stored = storeEvent(draft, { thread, seq: row.seq + fresh.length + 1, at, run: run?.id });
    if (stored === undefined) return refuse('unwritable_event', `A ${draft.type} cannot be written as JSON.`);
    fresh.push(stored);
    all.push(stored.event);
    summary = summarise(summary, stored.event);
  }
  if (fresh.length === 0) return done(all);
  await insertEvents(sql, thread, fresh);
  if (fresh.some(({ event }) => event.type === 'thread.rewound')) summary = await summaryByFold(sql, thread, summary);
  await keepThread(sql, thread, { seq: row.seq + fresh.length, updatedAt: at, epoch: row.epoch, summary });
  return done(all);
}

/** Writing the row locks it, on every engine: appends to one thread come one after the other from here. */
async function lockThread(
  sql: Statements,
  thread: string,
): Promise<{ seq: number; epoch: number; run: unknown; summary: Summary } | undefined> {
  const lock = 'update threads set seq = seq where id = $1 returning id, seq, epoch, run, summary, sum';
  const [row] = await sql.all(lock, [thread]);
  if (row === undefined) return undefined;
  const { seq, summary } = soundThread(row) ?? damaged(thread);
  return { seq, epoch: numberOf(row, 'epoch'), run: row['run'], summary };
}

/** It was sound when it was looked at last. */
function damaged(thread: string): never {
  throw new DatabaseDamaged(listDamage(thread));
}

async function postedBefore(
  sql: Statements,
  thread: string,
  draft: EventDraft,
  fresh: readonly StoredEvent[],
): Promise<LedgerEvent | undefined> {
  if (draft.type !== 'message.posted' || draft.client_id === undefined) return undefined;
  const id = draft.client_id;
  const now = fresh.find(({ event }) => event.type === 'message.posted' && event.client_id === id);
  if (now !== undefined) return now.event;
  const [row] = await sql.all(
    `select events.body from posted join events on events.thread = posted.thread and events.seq = posted.seq
     where posted.thread = $1 and posted.client_id = $2`,
    [thread, id],
  );
  return row === undefined ? undefined : parseEvent(textOf(row, 'body'));
}

/** Rows a statement: enough to make few statements, few enough to keep few prepared. */
const ROWS = 50;

export async function insertEvents(sql: Statements, thread: string, fresh: readonly StoredEvent[]): Promise<void> {
  for (let start = 0; start < fresh.length; start += ROWS) {
    const slice = fresh.slice(start, start + ROWS);
    const rows = slice.map((_, i) => `($1, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4}, $${4 * i + 5})`);
    const values = slice.flatMap<Value>(({ event: { seq }, body }) => [
      seq,
      Buffer.byteLength(body),
      body,
      sumOf(thread, seq, body),
    ]);
    await sql.run(`insert into events (thread, seq, size, body, sum) values ${rows.join(', ')}`, [thread, ...values]);
  }
  for (const { event } of fresh) {
    if (event.type === 'message.posted' && event.client_id !== undefined) {
      const values = [thread, event.client_id, event.seq];
      await sql.run('insert into posted (thread, client_id, seq) values ($1, $2, $3)', values);
    }
    if (event.type === 'scope.opened') {
      await sql.run('insert into scopes (thread, seq) values ($1, $2)', [thread, event.seq]);
    }
  }
  const uses = fresh.flatMap(({ event }) => [...blobsOf(event)].map((hash) => ({ hash, seq: event.seq })));
  for (let start = 0; start < uses.length; start += ROWS) {
    const slice = uses.slice(start, start + ROWS);
    const rows = slice.map((_, i) => `($${2 * i + 2}, $1, $${2 * i + 3})`);
    const values = slice.flatMap<Value>(({ hash, seq }) => [hash, seq]);
    await sql.run(`insert into blob_uses (hash, thread, seq) values ${rows.join(', ')}`, [thread, ...values]);
  }
}

interface ThreadRow {
  readonly seq: number;
  readonly updatedAt: number;
  readonly epoch: number;
  readonly summary: Summary;
}

export async function keepThread(sql: Statements, thread: string, row: ThreadRow): Promise<void> {
  const { seq, updatedAt, epoch, summary } = row;
  const text = JSON.stringify(summary);
  await sql.run(
    `update threads set seq = $2, updated_at = $3, unfinished = $4, expires_at = $5, summary = $6, sum = $7
     where id = $1`,
    [
      thread,
      seq,
      updatedAt,
      isUnfinished(summary, epoch > 0) ? 1 : 0,
      nearestExpiry(summary) ?? null,
      text,
      sumOf(thread, seq, text),
    ],
  );
}

const PAGE = 250;

/** The whole thread, for what no single event tells: only after a rewind or a purge. Everybody else goes on meanwhile. */
export async function summaryByFold(sql: Statements, thread: string, before: Summary): Promise<Summary> {
  let state = emptyThread(thread);
  for (;;) {
    await eventLoop.next();
    const page = 'select body from events where thread = $1 and seq > $2 order by seq limit $3';
    const rows = await sql.all(page, [thread, state.seq, PAGE]);
    if (rows.length === 0) return summaryOf(state, before);
    state = foldOnto(
      state,
      rows.map((row) => parseEvent(textOf(row, 'body'))),
    );
  }
}

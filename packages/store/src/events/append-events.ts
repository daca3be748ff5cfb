import { type EventDraft, HUMAN, type LedgerEvent, parseEvent, type ThreadState } from '@toolthread/core';
import {
  canBeStopped,
  eventUsage,
  foldListedSteps,
  isOpen,
  isUnfinished,
  type ListedThread,
  nearestExpiry,
  saidBetween,
  type Summary,
  summaryOf,
  type UsageRow,
} from '@toolthread/core/summary';
import type { MessagePosted } from '@toolthread/core/events';
import { isFields, textOf } from '@toolthread/core/json';
import { blobsOf } from './blobs-of.ts';
import { absentBlob } from './absent-blob.ts';
import { DatabaseDamaged, type Statements, type Value } from '../sql/database.ts';
import { type Folded, lettersIn } from '../threads/fold-events.ts';
import type { FoldedThreads } from '../threads/folded-threads.ts';
import type { RunClaim } from '../ledger.ts';
import { done, noSuchBlob, noSuchThread, refuse, type Refused, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import { isSameMessage } from './is-same-message.ts';
import { placeNumber } from '../threads/list-rows.ts';
import { writeSummary } from '../threads/parse-summary.ts';
import { keepSaid } from '../search/keep-said.ts';
import type { WordIndex } from '../search/word-index.ts';
import { keepTree } from './keep-tree.ts';
import { inTurns } from '../in-turns.ts';
import { Pace } from '../pace.ts';
import { isSoundThread } from '../damage/sound-thread.ts';
import { eventOf, type StoredEvent, storeEvent } from './stored-event.ts';
import { sumOf } from '../damage/sum-of.ts';
import { noteSpent } from '../spent/sql-spent.ts';
import { listDamage } from './read-events.ts';

export interface Append {
  readonly thread: string;
  readonly drafts: readonly EventDraft[];
  readonly run: RunClaim | undefined;
  readonly after: number | undefined;
  /** On whose behalf the run works. */
  readonly person: string | undefined;
  readonly at: number;
}

export interface AppendTools {
  readonly threads: FoldedThreads;
  readonly words: WordIndex;
}

export interface Appended {
  readonly events: readonly LedgerEvent[];
  /** The thread with them. It holds once the transaction is committed. */
  readonly folded: Folded;
  /** The blobs that are named by what is new. */
  readonly named: readonly string[];
}

/** Within a transaction: everything is judged first, and written only if all of it is valid. */
export async function appendEvents(
  sql: Statements,
  { threads, words }: AppendTools,
  append: Append,
): Promise<Result<Appended>> {
  const { thread, run, after, person, at } = append;
  const row = await lockThread(sql, thread);
  if (row === undefined) return noSuchThread(thread);
  if (run !== undefined && (run.epoch !== row.epoch || run.id !== row.run)) {
    return refuse('stale_run', `Run ${run.id} no longer owns thread ${thread}.`);
  }
  if (after !== undefined && after !== row.seq) {
    return refuse('seq_conflict', `The thread ends at event ${row.seq}, not at event ${after}.`);
  }
  const before = await threads.locked(sql, thread, row);
  if (!before.ok) return before;
  const claimed = row.epoch > 0;
  let { thread: now } = before.value;
  const fresh: StoredEvent[] = [];
  /** What is posted by these drafts, by its client id. */
  const posts = new Map<unknown, LedgerEvent>();
  const all: LedgerEvent[] = [];
  const used: UsageRow[] = [];
  const pace = new Pace();
  for (const draft of append.drafts) {
    if (!isFields(draft)) return refuseEvent(draft);
    const posted = await postedBefore(sql, thread, draft, posts);
    if (posted !== undefined) {
      if (!isSameMessage(draft, posted))
        return refuse('message_conflict', 'This client id has posted another message.');
      // A recovered run may post its messages again. The words of a person come from a person, even if a run posts them.
      if (isTakenBack(now, posted) && (run === undefined || posted.author === HUMAN))
        return refuse('message_taken_back', takenBack(posted));
      all.push(posted);
      continue;
    }
    if (draft.type === 'request.resolved' && run === undefined && isClosed(now, draft.request)) {
      return refuse('request_not_open', `Request ${draft.request} is not open.`);
    }
    if (draft.type === 'run.stop.requested' && run === undefined && !canBeStopped(now, claimed)) {
      return refuse('nothing_to_stop', 'Nobody is at work in this thread.');
    }
    const stored = await storeEvent(draft, pace, { thread, seq: row.seq + fresh.length + 1, at, run: run?.id });
    if (stored === undefined)
      return refuse('unwritable_event', `A ${textOf(draft.type) ?? 'draft'} cannot be written as JSON.`);
    fresh.push(stored);
    all.push(stored.event);
    if (stored.event.type === 'message.posted') posts.set(stored.event.client_id, stored.event);
    const { state } = now;
    now = await inTurns(foldListedSteps(now, stored.event));
    if (now.state.seq !== stored.event.seq) return refuseEvent(stored.event);
    const usage = eventUsage(state, now.state, stored.event);
    if (usage !== undefined) used.push(usage);
    await pace.after(EACH_EVENT);
  }
  const letters = before.value.letters + lettersIn(fresh);
  const folded = { ...before.value, seq: row.seq + fresh.length, letters, thread: now };
  if (fresh.length === 0) return done({ events: all, folded, named: [] });
  const isCounted = run !== undefined && person !== undefined && used.length > 0;
  if (isCounted) sql.alone();
  const absent = await absentBlob(
    sql,
    fresh.flatMap(({ event }) => [...blobsOf(event)]),
  );
  if (absent !== undefined) return noSuchBlob(absent);
  const named = await insertEvents(sql, thread, fresh);
  await keepSaid(sql, words, thread, saidBetween(before.value.thread, now));
  if (isCounted) await noteSpent(sql, person, used);
  const updatedAt = lastAt(now.state, fresh, { at, before: row.seq === 0 ? 0 : row.updatedAt });
  await keepThread(sql, thread, { seq: folded.seq, updatedAt, line: lineOf(now, claimed) });
  return done({ events: all, folded, named });
}

/** When something happened in the thread last; undefined: nothing has now. */
function lastAt(
  { source, agent }: ThreadState,
  fresh: readonly StoredEvent[],
  { at, before }: { readonly at: number; readonly before: number },
): number | undefined {
  // The thread was only moved (list, archive, bin) or renamed.
  if (fresh.every(({ event: { type } }) => type === 'thread.placed' || type === 'thread.renamed')) return undefined;
  if (source === undefined || agent !== 'elsewhere') return at;
  // What is read from another agent's file happened when its records say.
  const last = fresh.reduce((latest, { event }) => Math.max(latest, event.at), before);
  return last > 0 ? Math.min(last, at) : at;
}

/** The fold checks every event, and skips what is not one: nobody could read such an event, nor those after it. */
function refuseEvent(event: unknown): Refused {
  const parsed = parseEvent(event);
  return refuse('unwritable_event', `This is not an event: ${parsed.ok ? `it is not the thread's` : parsed.reason}.`);
}

/** A rewind removed the message, or a person withdrew it before anybody had read it. If the same were posted again, it would be acknowledged but appear nowhere. */
function isTakenBack({ state }: ListedThread, posted: LedgerEvent): posted is MessagePosted {
  return posted.type === 'message.posted' && !state.posted.has(posted.client_id ?? '');
}

function takenBack({ client_id = '' }: MessagePosted): string {
  return `Message ${client_id} was sent and then withdrawn. Reload the thread; to send it again, give it a new id.`;
}

/** What is no request's id is refused with the event. */
function isClosed(now: ListedThread, request: unknown): boolean {
  return typeof request === 'string' && !isOpen(now.state, request);
}

/** From here on, appends to one thread run one after the other. */
/** Law: counted by the rules of this version, a line says the same of the same events. When something happened in the thread last does not change. */
export async function recount(sql: Statements, threads: FoldedThreads, thread: string): Promise<Result<undefined>> {
  const row = await lockThread(sql, thread);
  if (row === undefined) return noSuchThread(thread);
  const folded = await threads.locked(sql, thread, row);
  if (!folded.ok) return folded;
  await keepThread(sql, thread, {
    seq: row.seq,
    updatedAt: undefined,
    line: lineOf(folded.value.thread, row.epoch > 0),
  });
  return done(undefined);
}

async function lockThread(
  sql: Statements,
  thread: string,
): Promise<{ seq: number; updatedAt: number; purges: number; epoch: number; run: unknown } | undefined> {
  const query = 'select id, seq, updated_at, purges, epoch, run, summary, sum from threads where id = $1';
  const [row] = await sql.lock(query, [thread]);
  if (row === undefined) return undefined;
  // The thread was checked before its first write: the row was damaged since.
  if (!isSoundThread(row)) throw new DatabaseDamaged(listDamage(thread));
  const [seq, updatedAt] = [column.number(row, 'seq'), column.number(row, 'updated_at')];
  return { seq, updatedAt, purges: column.number(row, 'purges'), epoch: column.number(row, 'epoch'), run: row['run'] };
}

async function postedBefore(
  sql: Statements,
  thread: string,
  draft: EventDraft,
  posts: ReadonlyMap<unknown, LedgerEvent>,
): Promise<LedgerEvent | undefined> {
  const id = draft.type === 'message.posted' ? textOf(draft.client_id) : undefined;
  if (id === undefined) return undefined;
  const now = posts.get(id);
  if (now !== undefined) return now;
  const [row] = await sql.all(
    `select events.body from posted join events on events.thread = posted.thread and events.seq = posted.seq
     where posted.thread = $1 and posted.client_id = $2`,
    [thread, id],
  );
  return row === undefined ? undefined : eventOf(column.text(row, 'body'));
}

/** What it costs to fold an event, or to write a row for it, beside its length: as so many characters. */
const EACH_EVENT = 1000;

/** Rows a statement: enough to make few statements, few enough to keep few prepared. */
const ROWS = 50;

/** Gives the blobs that they name, by a saved tree too. */
export async function insertEvents(
  sql: Statements,
  thread: string,
  fresh: readonly StoredEvent[],
): Promise<readonly string[]> {
  for (let start = 0; start < fresh.length; start += ROWS) {
    const slice = fresh.slice(start, start + ROWS);
    const rows = slice.map((_, i) => `($1, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4}, $${4 * i + 5})`);
    const values: Value[] = [];
    const pace = new Pace();
    for (const { event, body } of slice) {
      values.push(event.seq, Buffer.byteLength(body), body, sumOf(thread, event.seq, body));
      await pace.after(body.length);
    }
    await sql.run(`insert into events (thread, seq, size, body, sum) values ${rows.join(', ')}`, [thread, ...values]);
    await pace.after(slice.reduce((sum, { body }) => sum + body.length, 0));
  }
  const last = fresh.at(-1);
  if (last !== undefined)
    sql.proof('select seq from events where thread = $1 and seq = $2 and sum = $3', [
      thread,
      last.event.seq,
      sumOf(thread, last.event.seq, last.body),
    ]);
  const pace = new Pace();
  for (const { event } of fresh) {
    await pace.after(EACH_EVENT);
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
    const places = slice.map((_, i) => `$${i + 1}`).join(', ');
    await sql.run(
      `delete from unnamed_blobs where hash in (${places})`,
      slice.map(({ hash }) => hash),
    );
  }
  const named = uses.map(({ hash }) => hash);
  for (const { event } of fresh)
    if (event.type === 'workspace.saved') named.push(...(await keepTree(sql, thread, event.tree)));
  return named;
}

/** What is kept of a thread beside its events: what the list shows, and what a restart and the clock have to look for. */
export interface Line {
  readonly summary: Summary;
  readonly unfinished: boolean;
  readonly expiresAt: number | undefined;
}

/** `claimed`: a run of ours has worked in it. */
export function lineOf(thread: ListedThread, claimed: boolean): Line {
  return {
    summary: summaryOf(thread),
    unfinished: isUnfinished(thread, claimed),
    expiresAt: nearestExpiry(thread),
  };
}

interface ThreadRow {
  readonly seq: number;
  /** Undefined: it stays. */
  readonly updatedAt: number | undefined;
  readonly line: Line;
}

export async function keepThread(sql: Statements, thread: string, { seq, updatedAt, line }: ThreadRow): Promise<void> {
  const { summary, unfinished, expiresAt } = line;
  const text = writeSummary(summary);
  const placed = [placeNumber(summary.place ?? 'list'), summary.pinned === true ? 1 : 0];
  const values = [updatedAt ?? null, unfinished ? 1 : 0, expiresAt ?? null, text, sumOf(thread, seq, text), ...placed];
  await sql.run(
    `update threads set seq = $1, updated_at = coalesce($2, updated_at), unfinished = $3, expires_at = $4, summary = $5, sum = $6,
     place = $7, pinned = $8 where id = $9`,
    [seq, ...values, thread],
  );
}

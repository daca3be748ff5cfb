/**
 * The ledger of every thread: append-only, ordered, durable.
 *
 * Contract:
 * - `seq` is dense from 1 in each thread and given here, in the transaction that writes the event; events never change.
 * - What `append` has returned is committed: it survives `kill -9` ([L6]). Anything but a delta survives a loss of power
 *   too; deltas become durable with the next such commit.
 * - A run's append carries the epoch it claimed. After another claim it is refused: two runs never write side by side.
 * - An append that names the last event it knows is refused where there is a later one.
 * - A message with a client id is posted once: the same again gives the same event, another under that id is refused.
 * - Outside a run, `request.resolved` is refused unless the request is open: the first answer wins. So is a stop where there is
 *   nothing to stop.
 * - An event that names a blob that is not there is refused. What an event names stays, and so does what was just put: a thread that is
 *   deleted meanwhile does not take it along. A purge does, and whoever wanted to name it is refused.
 * - What is deleted is deleted as a whole, with a thread or by a purge; nothing is written to a thread that is gone.
 * - Errors are values. Only faults of the program are thrown.
 */
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { ListPlace, ScopeOpened, ThreadCreated } from '@toolthread/core/events';
import type { Nodes } from './nodes/nodes.ts';
import type { People } from './people/people.ts';
import type { Role } from './people/role.ts';
import type { Result } from './result.ts';
import type { Reach } from './sql/postgres/postgres-reach.ts';
import type { SaidAnswer, SaidAsked } from './search/search-said.ts';
import type { Spent } from './spent/spent.ts';
import type { Cuts } from './threads/cuts.ts';
import type { Workspaces } from './workspaces/workspaces.ts';

/** The events of every thread, and the blobs that they name. */
export interface Ledger {
  /** `await ledger.createThread({ title: 'Upgrade the parser' })`. With an id that a thread has, or had a moment ago, it is refused: `seq_conflict`. */
  createThread(draft: ThreadDraft, as?: ThreadPlace): Promise<Result<readonly LedgerEvent[]>>;
  append(
    thread: string,
    drafts: readonly EventDraft[],
    options?: AppendOptions,
  ): Promise<Result<readonly LedgerEvent[]>>;
  /** Events after `after`, in order: at most `limit`, and fewer where they are large; none only at the end. */
  read(
    thread: string,
    range: { readonly after: number; readonly limit: number },
  ): Promise<Result<readonly LedgerEvent[]>>;
  /** The folded thread, with everything that is committed, for code that works in it. */
  state(thread: string): Promise<Result<ThreadState>>;
  /** What readers may see of it: without the calls of members who do not show them. */
  shown(thread: string): Promise<Result<ThreadState>>;
  thread(thread: string): Promise<Result<ThreadSummary>>;
  /** Pinned threads first, then the newest; only those after `before`. */
  listThreads(page: ListPage): Promise<Result<readonly PersonsThread[]>>;
  /** Threads in which a run is under way or owed: a restart has to look at them. */
  listUnfinished(): Promise<Result<readonly string[]>>;
  /** The same, and those in which a run waits for a person. This reads every thread. */
  listAtWork(): Promise<Result<readonly string[]>>;
  /** The `scope.opened` events after `after`, in order: what a reader who begins in the middle must know. */
  scopes(thread: string, after: number): Promise<Result<readonly ScopeOpened[]>>;
  /** The next moment after `after` at which an open request runs out, and the threads that have to be looked at then. */
  nextExpiry(after: number): Promise<Result<Expiry | undefined>>;
  /** Only the last claim may write: its epoch makes every earlier claim stale. */
  claimRun(thread: string, run: string): Promise<Result<RunClaim>>;
  /** Where several servers work on one ledger: which of them has which run. */
  readonly nodes: Nodes;
  /** The only deletion inside a thread: the event's place stays, its payload and the blobs only it used are gone. */
  purge(
    thread: string,
    seq: number,
    why: { readonly purged: string; readonly by: string },
  ): Promise<Result<LedgerEvent>>;
  /** All of the thread, its events and the blobs that no other thread names: from then on there is no such thread. */
  deleteThread(thread: string): Promise<Result<undefined>>;
  /** Which folders servers have made for threads, and who has still to remove what deleted ones left. */
  readonly workspaces: Workspaces;
  /** Returns the hash of the content, under which it is found again. */
  putBlob(content: Uint8Array): Promise<Result<string>>;
  /** The same for many, all of them or none; their hashes in order. */
  putBlobs(contents: readonly Uint8Array[]): Promise<Result<readonly string[]>>;
  /** The events that name the blob: none if nothing does, or there is no such blob. */
  blobUses(hash: string): Promise<Result<readonly EventPlace[]>>;
  /** How many bytes it has. */
  blobSize(hash: string): Promise<Result<number>>;
  /** All of it, or a piece. */
  getBlob(hash: string, piece?: BlobPiece): Promise<Result<Uint8Array>>;
  /**
   * Wakes those who read a thread in which another process has written, or which it has deleted; gives what ends that. Absent if no other process
   * can write. `announcing` calls it.
   */
  listen?(readers: ThreadReaders): () => Promise<void>;
  /** Whether the database answers. Absent if it is a file. */
  readonly reach?: Reach;
  /** What was said, in all threads but those in the bin, the newest first: what is committed is found. */
  search(asked: SaidAsked): Promise<Result<SaidAnswer>>;
  /** Who may do what in which thread. */
  readonly people: People;
  /** What runs have used, for whom and when. */
  readonly spent: Spent;
  /** Where long threads can be read from. */
  readonly cuts: Cuts;
  close(): Promise<void>;
}

/** The readers of threads in this process. They may be woken without need, but are never forgotten. */
export interface ThreadReaders {
  /** The threads that somebody reads now. */
  watched(): Iterable<string>;
  /** `purged`: something that they have already read was removed. */
  notify(thread: string, what?: 'purged'): void;
}

/** A thread that is to begin. */
export type ThreadDraft = Omit<ThreadCreated, 'v' | 'thread' | 'seq' | 'at' | 'type'>;

/** For a thread that was elsewhere before: the id it shall have here, and when it began. And whose it is: without an owner, nobody's. */
export interface ThreadPlace {
  readonly id?: string;
  readonly at?: number;
  readonly owner?: string | undefined;
}

/** The right of one run to write to a thread, until another one claims it. */
export interface RunClaim {
  readonly id: string;
  readonly epoch: number;
}

/** The conditions of an append: it is refused if one of them does not hold. */
export interface AppendOptions {
  /** This run still owns the thread. */
  readonly run?: RunClaim;
  /** On whose behalf the run works: what its responses took is counted for them. */
  readonly person?: string;
  /** This event is the thread's last one. */
  readonly after?: number;
}

/** This many bytes of a blob, or those that are left: `{ from: 0, bytes: 1000 }`. */
export interface BlobPiece {
  readonly from: number;
  readonly bytes: number;
}

/** An event, by its place. */
export interface EventPlace {
  readonly thread: string;
  readonly seq: number;
}

/** `{ limit: 100, before: threads.at(-1) }`: whatever happens meanwhile, every thread comes that was below `before` and stayed there; one that moved up may be missing. */
export interface ListPage {
  readonly limit: number;
  /** Without it, the list itself: neither the archive nor the bin. */
  readonly place?: ListPlace;
  /** Only threads in which this person has a role. */
  readonly person?: string | undefined;
  readonly before?: Pick<ThreadSummary, 'pinned' | 'updatedAt' | 'id'> | undefined;
}

/** A thread of a list. `role`: what the person is in it whose list it is; absent where it is nobody's. */
export interface PersonsThread extends ThreadSummary {
  readonly role?: Role;
}

/** When requests run out, and in which threads. */
export interface Expiry {
  readonly at: number;
  readonly threads: readonly string[];
}

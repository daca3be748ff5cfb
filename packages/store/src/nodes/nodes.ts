/**
 * The nodes that work on one ledger, and which of them has which run.
 *
 * Contract:
 * - A node lives as long as it renews its lease in time. Only the database's clock counts, since those of the nodes may differ.
 * - A run is held by one life of one node. While that lives, nobody else gets it; after that anybody may take it over, and each claim makes
 *   the epoch of every earlier one stale.
 * - A thread with a node of its own is claimed by that node only, unless what is to be done needs no files.
 * - Limits are counted over all nodes, in the transaction that claims.
 */
import type { RunClaim } from '../ledger.ts';
import type { Result } from '../result.ts';
import type { Errands } from './errands.ts';

/** Which node has which run. */
export interface Nodes {
  /** A life of the node with that name begins. An earlier one under the same name has lost its runs. */
  join(node: NodeLife): Promise<Result<undefined>>;
  /** `expired`: it came too late. `replaced`: another process has taken the name. */
  renew(node: NodeLife): Promise<Result<'renewed' | 'expired' | 'replaced'>>;
  /** Who has that name now, and until when if nothing more is heard of it; undefined if nobody does. */
  lease(name: string): Promise<Result<NodeLease | undefined>>;
  /** Ends the life now; what it held can be taken over at once. */
  leave(life: string): Promise<Result<undefined>>;
  /** The names of those that live, in order. */
  living(): Promise<Result<readonly string[]>>;
  claim(thread: string, wanted: WantedRun): Promise<Result<Claimed>>;
  /** Gives the run back, and the thread where there is something left to do in it. Nothing happens where it was taken over. */
  release(thread: string, life: string, claim: RunClaim): Promise<Result<DueThread | undefined>>;
  /** Threads with work that nobody alive holds, for that node: those that have waited longest first. */
  due(node: string, limit: number): Promise<Result<readonly DueThread[]>>;
  /** What that life holds. */
  held(life: string): Promise<Result<readonly HeldThread[]>>;
  /** Threads with work whose own node has been away for `forMs`. */
  stranded(forMs: number): Promise<Result<readonly StrandedThread[]>>;
  /** Which nodes a thread is bound to. */
  placeOf(thread: string): Promise<Result<ThreadNodes>>;
  readonly errands: Errands;
}

/** The node that has the thread's files for itself, and the one that has its run now, if there are such. */
export interface ThreadNodes {
  readonly files: string | undefined;
  readonly run: string | undefined;
}

/** One process that works under a node's name. */
export interface NodeLife {
  readonly name: string;
  /** It identifies this process, and is never used again. */
  readonly life: string;
  readonly leaseMs: number;
}

/** A life under a name. `until` is a time of the database's clock, and grows with each renewal. */
export interface NodeLease {
  readonly life: string;
  readonly until: number;
  /** How long that is from now, by the same clock. */
  readonly leftMs: number;
}

/** A run that a node wants to have. */
export interface WantedRun {
  readonly run: string;
  readonly node: NodeLife;
  /** On whose behalf it works. */
  readonly person: string;
  /** `node`: the files are on this node, and the thread stays there. `shared`: all nodes have them. `none`: it needs no files. */
  readonly files: 'node' | 'shared' | 'none';
  readonly limits: RunLimits;
}

/** How many runs at once, on all nodes together. */
export interface RunLimits {
  readonly inAll?: number;
  readonly byPerson?: number;
}

/** What became of a claim. */
export type Claimed =
  /** `cutOff`: whoever had it before did not give it back, and may have left something open. */
  | { readonly kind: 'claimed'; readonly claim: RunClaim; readonly cutOff: boolean }
  /** Another node has it, and lives. */
  | { readonly kind: 'held' }
  /** Its files are on this node. */
  | { readonly kind: 'files_elsewhere'; readonly node: string }
  | { readonly kind: 'no_room'; readonly limit: keyof RunLimits }
  /** This life is over. */
  | { readonly kind: 'expired' };

/** A thread, and its last event. */
export interface DueThread {
  readonly thread: string;
  readonly seq: number;
}

/** A thread that is held, by which claim. */
export interface HeldThread extends DueThread {
  readonly epoch: number;
}

/** A thread whose files are on a node that is away. */
export interface StrandedThread extends DueThread {
  readonly node: string;
}

import type { SeenBefore } from '../../ledger/work/seen-work.ts';
import type { Account, Anomaly, ScopeState, ThreadState } from '../../ledger/thread-state.ts';

/**
 * What of a thread before a cut is needed to fold what follows: names, numbers and settings, and nothing that was said. Plain JSON, and about as long for
 * a thread of a million events as for one of a thousand.
 */
export interface ThreadCut {
  /** The other form that a later version may give it is another number. */
  readonly v: 2;
  readonly names: Pick<ThreadState, CutNames>;
  readonly scopes: Entries<ScopeState>;
  readonly nextSteps: Entries<number>;
  readonly seen: SeenBefore;
  readonly account: Pick<Account, 'records' | 'shown' | 'folded'> & {
    readonly hidden: Entries<number>;
    readonly malformed: readonly MalformedRecord[];
  };
  readonly anomalies: { readonly count: number; readonly first: readonly Anomaly[] };
  /** How many items the timeline has before it. */
  readonly items: number;
  readonly past: { readonly ends: Entries<number>; readonly longResults: Entries<boolean> };
}

type CutNames =
  | 'id'
  | 'seq'
  | 'at'
  | 'title'
  | 'workspace'
  | 'origin'
  | 'source'
  | 'agent'
  | 'life'
  | 'lostFile'
  | 'placed'
  | 'chosen'
  | 'messageCount'
  | 'saved'
  | 'work';

/** A map, as JSON has it. */
export type Entries<V> = readonly (readonly [key: string, value: V])[];

type MalformedRecord = Account['malformed'] extends Iterable<infer Record> ? Record : never;

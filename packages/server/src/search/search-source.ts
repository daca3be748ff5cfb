import type { AskedSearch } from '@toolthread/core/lines';

/** Finds what was said in the sessions of other agents on this computer. */
export interface SearchSource {
  search(asked: SessionsAsked): Promise<SearchAnswer>;
}

/** What is looked for: there is enough of it. */
export interface SessionsAsked {
  readonly asked: AskedSearch;
  /** At most this many sessions. */
  readonly limit: number;
}

/** What was found. */
export interface SearchAnswer {
  /** The newest first. */
  readonly hits: readonly SearchHit[];
  /** There are others. */
  readonly more: boolean;
  /** How many sessions are in the index, and how many there are: while it is made, not all are found. */
  readonly read: number;
  readonly total: number;
}

/** A thread or a session that has the words. */
export interface SearchHit {
  readonly kind: 'thread' | 'session';
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  /** Empty if it is not known. */
  readonly project: string;
  readonly at: number;
  readonly places: readonly FoundPlace[];
  /** It has more matches. */
  readonly more: boolean;
}

/** Where the words are. */
export interface FoundPlace {
  /** The key of the item or entry in the thread's timeline; null if the thread is too long to be shown. */
  readonly place: string | null;
  /** Where a rewind took it back: the last event of the version that has it. */
  readonly version?: number;
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The words with what is around them. */
  readonly around: string;
  /** Where in it they are: from, to. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

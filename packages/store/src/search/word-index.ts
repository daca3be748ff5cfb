import type { Said } from '@toolthread/core/lines';
import type { Statements, Value } from '../sql/database.ts';

/** How an engine finds words in the table `said`. It says where words may stand; whether they do, whoever asks looks. */
export interface WordIndex {
  /** The statements that make the table `said`, and what finds words in it. */
  readonly tables: string;
  /** In the transaction that has written the events. The texts are storable. */
  put(sql: Statements, thread: string, said: readonly Said[]): Promise<void>;
  /** What was said in these places; the words are in no page afterwards. */
  drop(sql: Statements, thread: string, places: readonly string[]): Promise<void>;
  /** Some of what was said in the thread, so little that others do not wait; false where nothing is left. */
  dropSome(sql: Statements, thread: string): Promise<boolean>;
  /** The tables to look in, and the condition that all terms may stand in a row of `said`; `$1` is what `match` gives. */
  readonly from: string;
  readonly where: string;
  match(terms: readonly string[]): Value;
}

/** The columns of `said` that a row is written with, in order. */
export const SAID_COLUMNS = ['thread', 'place', 'whose', 'tool', 'outcome', 'author', 'agent', 'at', 'text'] as const;

/** By `SAID_COLUMNS`. */
export function saidValues(thread: string, said: Said): readonly Value[] {
  const { place, whose, tool = null, outcome = null, author = null, agent = null, at, text } = said;
  return [thread, place, whose, tool, outcome, author, agent, at, text];
}

/** Rows that go at once. */
export const SOME_ROWS = 50;

import type { Said } from '@toolthread/core/lines';
import type { Row, Statements, Value, Queryable } from '../sql/database.ts';

/** How an engine finds words in the table `said`. It says where words may be; whether they do, whoever asks looks. */
export interface WordIndex {
  /** The statements that make the table `said`, and what finds words in it. */
  readonly tables: string;
  /** In the transaction that has written the events. The texts are storable. */
  put(sql: Statements, thread: string, said: readonly Said[]): Promise<void>;
  /** What was said in these places; the words are in no page afterwards. */
  drop(sql: Statements, thread: string, places: readonly string[]): Promise<void>;
  /** Some of what was said in the thread, so little that others do not wait; false if nothing is left. */
  dropSome(sql: Statements, thread: string): Promise<boolean>;
  /** Rows in which all terms may be, the last one first. */
  candidates(reader: Queryable, asked: Candidates): Promise<readonly Row[]>;
}

interface Candidates {
  readonly terms: readonly string[];
  /** Only rows with smaller numbers. */
  readonly before: number;
  readonly limit: number;
  /** What else must hold for a row of `said` and its thread; its values are numbered on from those that are before it. */
  readonly filter: (values: readonly Value[]) => Filtered;
}

/** A condition, and all values of the statement. */
export interface Filtered {
  readonly where: string;
  readonly values: readonly Value[];
}

/** The columns of `said` that a row is written with, in order. */
export const SAID_COLUMNS = ['thread', 'place', 'whose', 'tool', 'outcome', 'author', 'agent', 'at', 'text'] as const;

/** By `SAID_COLUMNS`. */
export function saidValues(thread: string, said: Said): readonly Value[] {
  const { whose, tool = null, outcome = null, author = null, agent = null, at, text } = said;
  return [thread, placeColumn(said), whose, tool, outcome, author, agent, at, text];
}

/** `placeColumn({ place: '3', version: 120 })` is `@120 3`: no key of an item begins so. */
function placeColumn({ place, version }: Pick<Said, 'place' | 'version'>): string {
  return version === undefined ? place : `@${version} ${place}`;
}

/** `placeIn('@120 3')` is `{ place: '3', version: 120 }`. */
export function placeIn(column: string): Pick<Said, 'place' | 'version'> {
  const [begin, version] = /^@(\d{1,15}) /.exec(column) ?? [];
  return begin === undefined ? { place: column } : { place: column.slice(begin.length), version: Number(version) };
}

/** `selectSaid('said', 'said.id < $1')`: rows with the line of their thread, the last one first. */
export function selectSaid(from: string, where: string): string {
  const columns = ['id', ...SAID_COLUMNS].map((name) => `said.${name}`).join(', ');
  return `select ${columns}, threads.summary from ${from} join threads on threads.id = said.thread
    where ${where} order by said.id desc`;
}

/** Rows that go at once. */
export const SOME_ROWS = 50;

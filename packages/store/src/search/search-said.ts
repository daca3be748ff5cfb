/** A search over all threads: one question, whichever engine answers it. */
import type { Said } from '@toolthread/core/lines';
import {
  aroundWords,
  lowered,
  marksIn,
  namesOfKind,
  termsOf,
  THREADS_AGENT,
  wordsPattern,
} from '@toolthread/core/lines';
import { textOf } from '@toolthread/core/json';
import { column } from '../sql/column.ts';
import type { Row, Value, Reader } from '../sql/database.ts';
import { placeNumber } from '../threads/list-rows.ts';
import { parseSummary } from '../threads/parse-summary.ts';
import { type Filtered, placeIn, selectSaid } from './word-index.ts';

/** What is searched for: all conditions must hold. */
export interface SaidAsked {
  /** All of them are in one text, in capitals or not. Without a word of three letters, all texts are looked at. */
  readonly words: readonly string[];
  /** A part of the tool's name, or what it does: `shell`. */
  readonly tool?: string | undefined;
  /** How the call ended: `failed`. */
  readonly outcome?: string | undefined;
  /** A part of the name of whoever wrote the message. */
  readonly author?: string | undefined;
  /** A part of the name of the agent that was chosen in the thread, or of the member that says it, or of `THREADS_AGENT`. */
  readonly agent?: string | undefined;
  /** Who answers where nobody chose. */
  readonly defaultAgent?: string | undefined;
  /** Said at this time or later, in milliseconds since 1970; and before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only in threads in which this person has a role. */
  readonly person?: string | undefined;
  /** Only in this thread. */
  readonly thread?: string | undefined;
  /** Not in these threads. */
  readonly without?: readonly string[];
  /** Go on from an answer's `next`. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Where it is. */
export interface SaidFound extends Omit<Said, 'text'> {
  readonly thread: string;
  /** The words with what is around them; without words, how it begins. */
  readonly around: string;
  /** Where in it they are: from, to. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** What a search found. */
export interface SaidAnswer {
  /** What was written last comes first. */
  readonly found: readonly SaidFound[];
  /** Absent if there is nothing more. */
  readonly next?: number;
}

/** Rows that are read at once, and rows that are checked for one answer. A search that finds little in much does not block others. */
const PAGE = 200;
const MOST_LOOKED_AT = 5_000;
/** Without an index for the words, this many rows are skipped at once. */
const WINDOW = 2_000;
const NEVER = Number.MAX_SAFE_INTEGER;

/** `await searchSaid(database, { words: ['parser'], limit: 30 })` */
export async function searchSaid(database: Reader, asked: SaidAsked): Promise<SaidAnswer> {
  const { given } = database.dialect;
  const patterns = asked.words.map((word) => wordsPattern(word));
  const found: SaidFound[] = [];
  let before = asked.before ?? NEVER;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
    const { rows, next } = await candidates(database, asked, before);
    for (const row of rows) {
      before = column.number(row, 'id');
      const around = aroundWords(given(column.text(row, 'text')), patterns);
      if (around === undefined || !isOfAgent(row, asked)) continue;
      found.push({ ...saidIn(row, given), around, marks: marksIn(around, asked.words) });
      if (found.length === asked.limit) return { found, next: before };
    }
    if (next === undefined) return { found };
    before = next;
  }
  return { found, next: before };
}

interface Page {
  readonly rows: readonly Row[];
  readonly next: number | undefined;
}

/** By the index where there is a word for it, else by looking at one stretch of rows after the other. */
async function candidates(database: Reader, asked: SaidAsked, before: number): Promise<Page> {
  const terms = [...new Set(asked.words.flatMap((word) => termsOf(word)))];
  const filter = (values: readonly Value[]): Filtered => filtered(asked, values);
  if (terms.length > 0) {
    const rows = await database.dialect.words.candidates(database, { terms, before, limit: PAGE, filter });
    return { rows, next: lastOf(rows) };
  }
  const [first] = await database.all('select id from said where id < $1 order by id desc limit 1', [before]);
  if (first === undefined) return { rows: [], next: undefined };
  const newest = column.number(first, 'id');
  const { where, values } = filter([newest, newest - WINDOW]);
  const stretch = selectSaid('said', `said.id <= $1 and said.id > $2 and ${where}`);
  const rows = await database.all(`${stretch} limit ${PAGE}`, values);
  return { rows, next: lastOf(rows) ?? newest - WINDOW + 1 };
}

/** Where a page that is full ends. */
function lastOf(rows: readonly Row[]): number | undefined {
  const last = rows[PAGE - 1];
  return last && column.number(last, 'id');
}

/** What else must hold, and the values for it behind those that are there. */
function filtered(asked: SaidAsked, before: readonly Value[]): Filtered {
  const { tool, outcome, author, since, until, person, thread, without = [] } = asked;
  const values = [...before];
  const conditions = [`threads.place <> ${placeNumber('bin')}`];
  const add = (value: Value | undefined, condition: (at: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add(person, (at) => `exists (select 1 from thread_people where thread = said.thread and person = ${at})`);
  if (tool !== undefined) {
    const names = namesOfKind(tool);
    const [part, ...places] = [partOf(tool), ...names].map((value) => `$${values.push(value)}`);
    const isOfKind = names.length === 0 ? '' : ` or said.tool in (${places.join(', ')})`;
    conditions.push(`(${like('said.tool', part ?? '')}${isOfKind})`);
  }
  add(outcome, (at) => `said.outcome = ${at}`);
  add(author && partOf(author), (at) => like('said.author', at));
  add(since, (at) => `said.at >= ${at}`);
  // A title has no time.
  add(until, (at) => `said.at < ${at} and said.at > 0`);
  add(thread, (at) => `said.thread = ${at}`);
  for (const other of without) add(other, (at) => `said.thread <> ${at}`);
  return { where: conditions.join(' and '), values };
}

function like(name: string, at: string): string {
  return `lower(${name}) like ${at} escape '!'`;
}

function partOf(name: string): string {
  return `%${lowered(name).replaceAll(/[!%_]/g, '!$&')}%`;
}

/** Who was chosen is in the line of the list, which may be damaged: hence it is read here, and not by the database. */
function isOfAgent(row: Row, { agent, defaultAgent = '' }: SaidAsked): boolean {
  if (agent === undefined) return true;
  const chosen = parseSummary(column.text(row, 'summary'))?.summary.agent;
  const names = [THREADS_AGENT, textOf(row['agent']) ?? '', chosen ?? defaultAgent];
  return names.some((name) => lowered(name).includes(lowered(agent)));
}

function saidIn(row: Row, given: (stored: string) => string): Omit<SaidFound, 'around' | 'marks'> {
  const optional = (name: keyof Said): { readonly [name: string]: string } => {
    const text = textOf(row[name]);
    return text === undefined ? {} : { [name]: given(text) };
  };
  return {
    thread: given(column.text(row, 'thread')),
    ...placeIn(given(column.text(row, 'place'))),
    whose: given(column.text(row, 'whose')),
    ...optional('tool'),
    ...optional('outcome'),
    ...optional('author'),
    ...optional('agent'),
    at: column.number(row, 'at'),
  };
}

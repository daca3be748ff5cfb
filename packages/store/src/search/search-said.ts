/** A search over all threads: one question, whichever engine answers it. */
import type { Said } from '@toolthread/core/lines';
import { aroundWords, lowered, marksIn, termsOf, wordsPattern } from '@toolthread/core/lines';
import { textOf } from '@toolthread/core/json';
import { column } from '../sql/column.ts';
import type { Database, Row, Value } from '../sql/database.ts';
import { placeNumber } from '../threads/list-rows.ts';
import { parseSummary } from '../threads/parse-summary.ts';
import { SAID_COLUMNS } from './word-index.ts';

/** What is looked for: all of it must hold. */
export interface SaidAsked {
  /** All of them stand in one text, in capitals or not. Without a word of three letters, all texts are looked at. */
  readonly words: readonly string[];
  /** A part of the tool's name. */
  readonly tool?: string | undefined;
  /** How the call ended: `failed`. */
  readonly outcome?: string | undefined;
  /** A part of the name of whoever wrote the message. */
  readonly author?: string | undefined;
  /** A part of the name of the agent that was chosen in the thread, or of the member that says it. */
  readonly agent?: string | undefined;
  /** Who answers where nobody chose. */
  readonly defaultAgent?: string | undefined;
  /** Said at this time or later, in milliseconds since 1970; and before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only in threads in which this person has a role. */
  readonly person?: string | undefined;
  /** Not in these threads. */
  readonly without?: readonly string[];
  /** Go on from an answer's `next`. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Where it stands. */
export interface SaidFound extends Omit<Said, 'text'> {
  readonly thread: string;
  /** The words with what stands around them; without words, how it begins. */
  readonly around: string;
  /** Where in it they stand: from, to. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

export interface SaidAnswer {
  /** What was written last comes first. */
  readonly found: readonly SaidFound[];
  /** Absent where there is nothing more. */
  readonly next?: number;
}

/** Rows that are read at once, and looked at for one answer: nobody else waits for a search that finds little in much. */
const PAGE = 200;
const MOST_LOOKED_AT = 5_000;
/** Where no index tells which rows to look at, so many are passed over at once. */
const WINDOW = 2_000;
const NEVER = Number.MAX_SAFE_INTEGER;

type Searched = Pick<Database, 'all' | 'dialect'>;

/** `await searchSaid(database, { words: ['parser'], limit: 30 })` */
export async function searchSaid(database: Searched, asked: SaidAsked): Promise<SaidAnswer> {
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

interface Candidates {
  readonly rows: readonly Row[];
  readonly next: number | undefined;
}

const SELECT = `select ${['id', ...SAID_COLUMNS].map((name) => `said.${name}`).join(', ')}, threads.summary from`;
const THREADS = 'join threads on threads.id = said.thread';

/** By the index where there is a word for it, else by looking at one stretch of rows after the other. */
async function candidates({ all, dialect }: Searched, asked: SaidAsked, before: number): Promise<Candidates> {
  const terms = [...new Set(asked.words.flatMap((word) => termsOf(word)))];
  if (terms.length > 0) {
    const filter = new Filter([dialect.words.match(terms), before]);
    filter.take(asked);
    const rows = await all(
      `${SELECT} ${dialect.words.from} ${THREADS} where ${[dialect.words.where, ...filter.conditions].join(' and ')}
       order by said.id desc limit ${PAGE}`,
      filter.values,
    );
    return { rows, next: rows.length < PAGE ? undefined : column.number(rows[PAGE - 1] ?? {}, 'id') };
  }
  const [first] = await all('select id from said where id < $1 order by id desc limit 1', [before]);
  if (first === undefined) return { rows: [], next: undefined };
  const end = column.number(first, 'id');
  const filter = new Filter([end + 1, end - WINDOW]);
  filter.take(asked);
  const rows = await all(
    `${SELECT} said ${THREADS} where ${['said.id < $1 and said.id >= $2', ...filter.conditions].join(' and ')}
     order by said.id desc limit ${PAGE}`,
    filter.values,
  );
  return { rows, next: rows.length < PAGE ? end - WINDOW : column.number(rows[PAGE - 1] ?? {}, 'id') };
}

class Filter {
  readonly conditions: string[] = [];
  readonly values: Value[];

  constructor(values: readonly Value[]) {
    this.values = [...values];
  }

  take({ tool, outcome, author, since, until, person, without = [] }: SaidAsked): void {
    this.conditions.push(`threads.place <> ${placeNumber('bin')}`);
    if (person !== undefined)
      this.#add(person, (at) => `exists (select 1 from thread_people where thread = said.thread and person = ${at})`);
    if (tool !== undefined) this.#add(partOf(tool), (at) => like('said.tool', at));
    if (outcome !== undefined) this.#add(outcome, (at) => `said.outcome = ${at}`);
    if (author !== undefined) this.#add(partOf(author), (at) => like('said.author', at));
    if (since !== undefined) this.#add(since, (at) => `said.at >= ${at}`);
    // A title has no time.
    if (until !== undefined) this.#add(until, (at) => `said.at < ${at} and said.at > 0`);
    for (const thread of without) this.#add(thread, (at) => `said.thread <> ${at}`);
  }

  #add(value: Value, condition: (at: string) => string): void {
    this.values.push(value);
    this.conditions.push(condition(`$${this.values.length}`));
  }
}

function like(name: string, at: string): string {
  return `lower(${name}) like ${at} escape '!'`;
}

function partOf(name: string): string {
  return `%${lowered(name).replaceAll(/[!%_]/g, '!$&')}%`;
}

/** Who was chosen stands in the line of the list, which may be damaged: hence it is read here, and not by the database. */
function isOfAgent(row: Row, { agent, defaultAgent = '' }: SaidAsked): boolean {
  if (agent === undefined) return true;
  const chosen = parseSummary(column.text(row, 'summary'))?.summary.agent;
  return [textOf(row['agent']) ?? '', chosen ?? defaultAgent].some((name) => lowered(name).includes(lowered(agent)));
}

function saidIn(row: Row, given: (stored: string) => string): Omit<SaidFound, 'around' | 'marks'> {
  const optional = (name: keyof Said): { readonly [name: string]: string } => {
    const text = textOf(row[name]);
    return text === undefined ? {} : { [name]: given(text) };
  };
  return {
    thread: given(column.text(row, 'thread')),
    place: given(column.text(row, 'place')),
    whose: given(column.text(row, 'whose')),
    ...optional('tool'),
    ...optional('outcome'),
    ...optional('author'),
    ...optional('agent'),
    at: column.number(row, 'at'),
  };
}

/** Finds what was said in the index. What it names is looked at again: the rule of what counts is one. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AskedSearch } from '@toolthread/core/lines';
import { aroundWords, lowered, marksIn, matchOf, namesOfKind, termsOf, wordsPattern } from '@toolthread/core/lines';
import { dayBegin } from '@toolthread/server';
import type { FoundPlace, SearchHit } from '@toolthread/server';
import { firstOf } from './open-index.ts';

export interface IndexAsked {
  readonly asked: AskedSearch;
  /** At most so many sessions, and so many places in each. */
  readonly limit: number;
  readonly places: number;
}

export interface Searched {
  /** The newest first. */
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
}

/** This many texts are looked at for one answer: nobody else waits for a search that finds little in much. */
const MOST_LOOKED_AT = 20_000;

/** `searchInIndex(database, { asked: askedSearch('parser'), limit: 30, places: 3 })`. The time of a session is that of its last words. */
export function searchInIndex(database: DatabaseSync, { asked, limit, places }: IndexAsked): Searched {
  const { words } = asked;
  const patterns = words.map((word) => wordsPattern(word));
  const inside = textsIn(database, asked);
  const hits: SearchHit[] = [];
  let looked = 0;
  for (const { id, name, agent, title, project, at } of sourcesOf(database, asked)) {
    if (hits.length === limit || looked >= MOST_LOOKED_AT) return { hits, more: true };
    const source = Number(id);
    const found: FoundPlace[] = [];
    for (const said of inside(firstOf(source), firstOf(source + 1))) {
      looked += 1;
      const around = aroundWords(String(said['text']), patterns);
      if (around === undefined) continue;
      const place = typeof said['place'] === 'string' ? said['place'] : null;
      const left = typeof said['version'] === 'number' ? { version: said['version'] } : {};
      found.push({ place, ...left, whose: String(said['whose']), around, marks: marksIn(around, words) });
      if (found.length > places) break;
    }
    if (found.length === 0) continue;
    hits.push({
      kind: 'session',
      id: String(name),
      agent: String(agent),
      title: String(title),
      project: String(project),
      at: Number(at),
      places: found.slice(0, places),
      more: found.length > places,
    });
  }
  return { hits, more: false };
}

type IndexRow = Record<string, unknown>;

/** Sessions that may have it. */
function sourcesOf(database: DatabaseSync, { words, agent, since, until }: AskedSearch): readonly IndexRow[] {
  const terms = termsIn(words);
  const holding =
    terms.length === 0
      ? undefined
      : database
          .prepare(`select distinct rowid / ${firstOf(1)} as source from words where words match ?`)
          .all(matchOf(terms));
  const may = holding && new Set(holding.map(({ source }) => Number(source)));
  const [from, to] = [dayBegin(since) ?? 0, dayBegin(until, 1) ?? Infinity];
  return database
    .prepare('select * from source order by at desc, id')
    .all()
    .filter(({ id }) => may === undefined || may.has(Number(id)))
    .filter(({ at }) => Number(at) >= from && Number(at) < to)
    .filter((source) => agent === undefined || lowered(String(source['agent'])).includes(lowered(agent)));
}

/** Texts of one session that may be meant, by the range of their numbers. */
function textsIn(
  database: DatabaseSync,
  { words, tool, outcome, author }: AskedSearch,
): (from: number, to: number) => Iterable<IndexRow> {
  const terms = termsIn(words);
  const values: SQLInputValue[] = [];
  const conditions: string[] = [];
  const add = (value: string | undefined, condition: string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(` and ${condition}`);
  };
  if (tool !== undefined) {
    const names = namesOfKind(tool);
    values.push(lowered(tool), ...names);
    conditions.push(` and (instr(lower(said.tool), ?) > 0 or said.tool in (${names.map(() => '?').join(', ')}))`);
  }
  add(outcome, 'said.outcome = ?');
  add(author && lowered(author), 'instr(lower(said.author), ?) > 0');
  const columns = 'select said.place, said.version, said.whose, said.text from';
  const text =
    terms.length === 0
      ? `${columns} said where said.id >= ? and said.id < ?${conditions.join('')} order by said.id`
      : `${columns} words join said on said.id = words.rowid
         where words match ? and words.rowid >= ? and words.rowid < ?${conditions.join('')} order by words.rowid`;
  const statement = database.prepare(text);
  const match = terms.length === 0 ? [] : [matchOf(terms)];
  // Numbers of JavaScript are bound as such with a fraction, by which no range of the index is found.
  return (from, to) => statement.iterate(...match, BigInt(from), BigInt(to), ...values);
}

function termsIn(words: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => termsOf(word)))];
}

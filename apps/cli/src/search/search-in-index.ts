import type { DatabaseSync } from 'node:sqlite';
import type { FoundPlace, SearchHit } from '@toolthread/server';
import { aroundWords, marksIn, matchOf, termsOf, wordsPattern } from '@toolthread/core/lines';
import { firstOf } from './open-index.ts';

export interface IndexAsked {
  readonly words: readonly string[];
  /** Sessions of other agents too, or threads only. */
  readonly sessions: boolean;
  /** Only these threads; all where it is absent. */
  readonly threads?: ReadonlySet<string> | undefined;
  /** At most so many threads and sessions, and so many places in each. */
  readonly limit: number;
  readonly places: number;
}

export interface Searched {
  /** The newest first. */
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
}

/** So many texts are looked at for one answer: nobody else waits for a search that finds little in much. */
const MOST_LOOKED_AT = 20_000;

/** `undefined`: no word has three letters. */
export function searchInIndex(
  database: DatabaseSync,
  { words, sessions, threads, limit, places }: IndexAsked,
): Searched | undefined {
  const terms = [...new Set(words.flatMap((word) => termsOf(word)))];
  if (terms.length === 0) return undefined;
  const match = matchOf(terms);
  const patterns = words.map((word) => wordsPattern(word));
  const holding = database
    .prepare(`select distinct rowid / ${firstOf(1)} as source from words where words match ?`)
    .all(match);
  const may = new Set(holding.map(({ source }) => Number(source)));
  const sources = database.prepare('select * from source order by at desc, id').all();
  // Numbers of JavaScript are bound as such with a fraction, by which no range of the index is found.
  const inside = database.prepare(`
    select said.place, said.whose, said.text from words join said on said.id = words.rowid
    where words match ? and words.rowid >= ? and words.rowid < ? order by words.rowid
  `);
  const hits: SearchHit[] = [];
  let looked = 0;
  for (const { id, kind, name, agent, title, project, at } of sources) {
    const source = Number(id);
    if (!may.has(source) || (kind !== 'thread' && !sessions)) continue;
    if (threads !== undefined && (kind !== 'thread' || !threads.has(String(name)))) continue;
    if (hits.length === limit || looked >= MOST_LOOKED_AT) return { hits, more: true };
    const found: FoundPlace[] = [];
    for (const said of inside.iterate(match, BigInt(firstOf(source)), BigInt(firstOf(source + 1)))) {
      looked += 1;
      const around = aroundWords(String(said['text']), patterns);
      if (around === undefined) continue;
      const place = typeof said['place'] === 'string' ? said['place'] : null;
      found.push({ place, whose: String(said['whose']), around, marks: marksIn(around, words) });
      if (found.length > places) break;
    }
    if (found.length === 0) continue;
    hits.push({
      kind: kind === 'thread' ? 'thread' : 'session',
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

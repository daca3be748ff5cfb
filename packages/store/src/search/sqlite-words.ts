import { indexedPieces, matchOf } from '@toolthread/core/lines';
import { column } from '../sql/column.ts';
import type { Row, Statements, Queryable } from '../sql/database.ts';
import { eventLoop } from '../turns.ts';
import { SAID_COLUMNS, saidValues, selectSaid, SOME_ROWS, type WordIndex } from './word-index.ts';

/** SQLite overwrites removed rows with zeros at a commit, which blocks the event loop. */
const SOME_BYTES = 500_000;
/** How many rows may wait to be indexed, and how long a waiting text may be. */
const MOST_WAITING = 64;
const LONGEST_WAITING = 20_000;
/** Pages of the index that one statement merges, and how many such statements follow what is taken in. */
const MERGED_PAGES = 16;
const MOST_MERGES = 32;

const PLACES = SAID_COLUMNS.map((_, n) => `$${n + 1}`).join(', ');
const INSERT = `insert into said (${SAID_COLUMNS.join(', ')}) values (${PLACES})
  returning id, (select upto from said_indexed) as upto`;

/**
 * FTS5 with trigrams. A commit that writes to it costs as much as an append, and many rows hardly more than one: so the newest rows wait, are looked at
 * one by one meanwhile, and are taken into it together. `said_indexed.upto` is the last one in it.
 *
 * It holds no text of its own: what is taken out of it has to be told again. With `detail=none`, SQLite 3.53 loses a row that is written after another
 * was deleted in the same transaction.
 */
export const SQLITE_WORDS: WordIndex = {
  tables: `
    create table said (
      id integer primary key,
      thread text not null,
      place text not null,
      whose text not null,
      tool text,
      outcome text,
      author text,
      agent text,
      at bigint not null,
      text text not null
    );
    create unique index said_in_thread on said (thread, place);
    create table said_indexed (one integer primary key, upto bigint not null);
    insert into said_indexed (one, upto) values (1, 0);
    create virtual table said_words using fts5(text, content='', tokenize='trigram', detail=column, columnsize=0);
    insert into said_words (said_words, rank) values ('secure-delete', 1);
  `,
  async put(sql, thread, said) {
    for (const one of said) {
      const [row = {}] = await sql.all(INSERT, saidValues(thread, one));
      const [id, upto] = [column.number(row, 'id'), column.number(row, 'upto')];
      // SQLite gives the number of a last row that is gone again: behind the mark nothing waits.
      if (id <= upto) await indexRow(sql, id, one.text);
      else if (id - upto >= MOST_WAITING || one.text.length > LONGEST_WAITING) await index(sql, upto, id, one.text);
    }
  },
  async drop(sql, thread, places) {
    for (const place of places) {
      const [row] = await sql.all('select id, text from said where thread = $1 and place = $2', [thread, place]);
      if (row !== undefined) await dropRow(sql, row);
    }
  },
  async dropSome(sql, thread) {
    let bytes = 0;
    for (let n = 0; n < SOME_ROWS && bytes < SOME_BYTES; n += 1) {
      const [row] = await sql.all('select id, text from said where thread = $1 limit 1', [thread]);
      if (row === undefined) return n > 0;
      await dropRow(sql, row);
      bytes += column.text(row, 'text').length;
    }
    return true;
  },
  async candidates(reader, { terms, before, limit, filter }) {
    // What is taken in between these statements is among those that waited.
    const upto = await indexedUpTo(reader);
    const waiting = filter([before, upto]);
    const newest = await reader.all(
      `${selectSaid('said', `said.id < $1 and said.id > $2 and ${waiting.where}`)} limit ${limit}`,
      waiting.values,
    );
    if (newest.length === limit) return newest;
    const indexed = filter([matchOf(terms), Math.min(before, upto + 1)]);
    // Numbers of JavaScript are bound as such with a fraction, by which no range of the index is found.
    const where = `said_words match $1 and said_words.rowid < cast($2 as integer) and ${indexed.where}`;
    const older = await reader.all(
      `${selectSaid('said_words join said on said.id = said_words.rowid', where)} limit ${limit - newest.length}`,
      indexed.values,
    );
    return [...newest, ...older];
  },
};

async function indexedUpTo(reader: Queryable): Promise<number> {
  const [row] = await reader.all('select upto from said_indexed');
  return column.number(row ?? {}, 'upto');
}

/** All that waits, and this newest one: it may be long, and is not read again. */
async function index(sql: Statements, upto: number, id: number, text: string): Promise<void> {
  await eventLoop.next();
  await leaveMerging(sql);
  const waiting = await sql.all('select id, text from said where id > $1 and id < $2 order by id', [upto, id]);
  for (const row of waiting) await indexRow(sql, column.number(row, 'id'), column.text(row, 'text'));
  await indexRow(sql, id, text);
  await sql.run('update said_indexed set upto = $1', [id]);
  await merge(sql);
}

/** FTS5 would merge what it has by itself, all that is due in one statement: hundreds of pages. It does not until a level has so many segments. */
async function leaveMerging(sql: Statements): Promise<void> {
  const [set] = await sql.all(`select v from said_words_config where k = 'automerge'`);
  if (set?.['v'] === 0) return;
  await sql.run(`insert into said_words (said_words, rank) values ('automerge', 0)`);
  await sql.run(`insert into said_words (said_words, rank) values ('crisismerge', 1000)`);
}

/** What is left is merged with what is taken in next. */
async function merge(sql: Statements): Promise<void> {
  let before = await changesOf(sql);
  for (let n = 0; n < MOST_MERGES; n += 1) {
    await eventLoop.next();
    await sql.run(`insert into said_words (said_words, rank) values ('merge', ${MERGED_PAGES})`);
    const after = await changesOf(sql);
    // One is the statement's own.
    if (after - before < 2) return;
    before = after;
  }
}

async function changesOf(sql: Statements): Promise<number> {
  const [row] = await sql.all('select total_changes() as changes');
  return column.number(row ?? {}, 'changes');
}

/** Of a long text in pieces, each under the number of the same row: what is asked is found in any of them. */
async function indexRow(sql: Statements, id: number, text: string): Promise<void> {
  for (const piece of indexedPieces(text)) {
    await eventLoop.next();
    if (piece !== '')
      await sql.run('insert into said_words (rowid, text) values (cast($1 as integer), $2)', [id, piece]);
  }
}

/** A row that waits is not in the index, so it must not be removed from it. */
async function dropRow(sql: Statements, row: Row): Promise<void> {
  const id = column.number(row, 'id');
  if (id <= (await indexedUpTo(sql))) await unindexRow(sql, id, column.text(row, 'text'));
  await sql.run('delete from said where id = $1', [id]);
}

/** A term that is in several pieces is taken out as often as it came in: only if FTS5 writes after each piece what it has gathered. */
async function unindexRow(sql: Statements, id: number, text: string): Promise<void> {
  for (const piece of indexedPieces(text)) {
    await eventLoop.next();
    if (piece === '') continue;
    const values = [id, piece];
    await sql.run(
      `insert into said_words (said_words, rowid, text) values ('delete', cast($1 as integer), $2)`,
      values,
    );
    await sql.run(`insert into said_words (said_words) values ('flush')`);
  }
}

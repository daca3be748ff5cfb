import { indexedText, matchOf } from '@toolthread/core/lines';
import { column } from '../sql/column.ts';
import type { Row, Statements } from '../sql/database.ts';
import { SAID_COLUMNS, saidValues, SOME_ROWS, type WordIndex } from './word-index.ts';

const INSERT = `insert into said (${SAID_COLUMNS.join(', ')}) values (${SAID_COLUMNS.map((_, n) => `$${n + 1}`).join(', ')})`;

/** Over what is gone SQLite writes zeros when it commits, in one turn of the event loop. */
const SOME_BYTES = 500_000;

/**
 * FTS5 with trigrams. It holds no text of its own: what is taken out of it has to be told again. With `detail=none`, SQLite 3.53 loses a row that is
 * written after another was deleted in the same transaction.
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
    create virtual table said_words using fts5(text, content='', tokenize='trigram', detail=column);
    insert into said_words (said_words, rank) values ('secure-delete', 1);
  `,
  async put(sql, thread, said) {
    for (const one of said) {
      await sql.run(INSERT, saidValues(thread, one));
      await sql.run('insert into said_words (rowid, text) values (last_insert_rowid(), $1)', [indexedText(one.text)]);
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
  from: 'said_words join said on said.id = said_words.rowid',
  where: 'said_words match $1 and said_words.rowid < cast($2 as integer)',
  match: matchOf,
};

async function dropRow(sql: Statements, row: Row): Promise<void> {
  const id = column.number(row, 'id');
  await sql.run(`insert into said_words (said_words, rowid, text) values ('delete', cast($1 as integer), $2)`, [
    id,
    indexedText(column.text(row, 'text')),
  ]);
  await sql.run('delete from said where id = $1', [id]);
}

import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { firstOf } from './open-index.ts';
import { indexedText } from '@toolthread/core/lines';
import type { SessionText } from './session-texts.ts';

/** A session, as the index knows it. */
export interface IndexedSource {
  /** Its path. */
  readonly key: string;
  /** Another text after each change of it. */
  readonly stamp: string;
  /** By which the server knows it. */
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly project: string;
  /** When something happened in it last. */
  readonly at: number;
}

export class IndexWriter {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** By key: with which stamp each source was read. */
  stamps(): ReadonlyMap<string, string> {
    const rows = this.#database.prepare('select key, stamp from source').all();
    return new Map(rows.map(({ key, stamp }) => [String(key), String(stamp)]));
  }

  /** What is there already is left alone. */
  async put(source: IndexedSource, texts: AsyncIterable<SessionText>): Promise<void> {
    const { key, id, agent, title, project, at } = source;
    const upsert = this.#database.prepare(`
      insert into source(key, stamp, name, agent, title, project, at) values(?, ?, ?, ?, ?, ?, ?)
      on conflict(key) do update set stamp = excluded.stamp, name = excluded.name, agent = excluded.agent,
        title = excluded.title, project = excluded.project, at = excluded.at
      returning id
    `);
    // Until all of it is there it counts as not read.
    const row = upsert.get(key, '', id, agent, title, project, at);
    const number = Number(row?.['id']);
    let next = firstOf(number);
    let batch: SessionText[] = [];
    for await (const text of texts) {
      batch.push(text);
      if (batch.length < BATCH) continue;
      next = this.#write(next, batch);
      batch = [];
    }
    next = this.#write(next, batch);
    this.#clear(next, firstOf(number + 1));
    this.#database.prepare('update source set stamp = ? where id = ?').run(source.stamp, number);
  }

  /** Its words are not in the index any more. */
  drop(key: string): void {
    const row = this.#database.prepare('select id from source where key = ?').get(key);
    if (row === undefined) return;
    const number = Number(row['id']);
    this.#clear(firstOf(number), firstOf(number + 1));
    this.#database.prepare('delete from source where id = ?').run(number);
    // What was taken out is in no page that waits to be written over.
    this.#database.exec('pragma wal_checkpoint(truncate)');
  }

  close(): void {
    this.#database.close();
  }

  /** Gives the number after the last one. */
  #write(from: number, batch: readonly SessionText[]): number {
    const known = this.#database.prepare('select * from said where id = ?');
    const insert = this.#database.prepare(
      'insert into said(id, place, version, whose, tool, outcome, author, text) values(?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const words = this.#database.prepare('insert into words(rowid, text) values(?, ?)');
    let next = from;
    this.#inOne(() => {
      for (const { place = null, version = null, whose, tool = null, outcome = null, author = null, text } of batch) {
        const before = known.get(next);
        const now = { id: next, place, version, whose, tool, outcome, author, text };
        if (!isDeepStrictEqual({ ...before }, now)) {
          if (before !== undefined) this.#remove(next, String(before['text']));
          insert.run(next, place, version, whose, tool, outcome, author, text);
          words.run(next, indexedText(text));
        }
        next += 1;
      }
    });
    return next;
  }

  #clear(from: number, to: number): void {
    this.#inOne(() => {
      const rows = this.#database.prepare('select id, text from said where id >= ? and id < ?').all(from, to);
      for (const { id, text } of rows) this.#remove(Number(id), String(text));
    });
  }

  #remove(id: number, text: string): void {
    const forget = this.#database.prepare(`insert into words(words, rowid, text) values('delete', ?, ?)`);
    forget.run(id, indexedText(text));
    this.#database.prepare('delete from said where id = ?').run(id);
  }

  #inOne(work: () => void): void {
    this.#database.exec('begin');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }
}

/** This many texts are written at once. */
const BATCH = 500;

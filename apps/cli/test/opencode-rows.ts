import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const TIME = { created: 1_770_000_000_000, updated: 1_770_000_005_000 };

/** opencode's database, as the program itself writes it: `new OpencodeRows(folder).session('ses_1').message('msg_1', { role: 'user' })`. */
export class OpencodeRows {
  readonly path: string;
  readonly #database: DatabaseSync;
  #session = '';
  #message = '';

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, 'opencode.db');
    this.#database = new DatabaseSync(this.path);
    this.exec(`pragma journal_mode = wal;
      create table session (id text primary key, slug text, project_id text, directory text, title text, version text, parent_id text, time_created int, time_updated int);
      create table message (id text primary key, session_id text, time_created int, time_updated int, data text);
      create table part (id text primary key, message_id text, session_id text, time_created int, time_updated int, data text);`);
  }

  session(id: string, parent: string | null = null): this {
    this.#session = id;
    return this.#put('session', [id, 's', 'p', '/w', `Title of ${id}`, '1', parent, TIME.created, TIME.updated]);
  }

  message(id: string, data: object): this {
    this.#message = id;
    const text = JSON.stringify({ time: { created: TIME.created }, ...data });
    return this.#put('message', [id, this.#session, TIME.created, TIME.updated, text]);
  }

  /** What is there is changed. */
  part(id: string, data: object): this {
    const values = [id, this.#message, this.#session, TIME.created, TIME.updated, JSON.stringify(data)];
    return this.#put('part', values);
  }

  exec(sql: string): this {
    this.#database.exec(sql);
    return this;
  }

  close(): void {
    this.#database.close();
  }

  #put(table: string, values: readonly (string | number | null)[]): this {
    const places = values.map(() => '?').join(', ');
    this.#database.prepare(`insert or replace into ${table} values (${places})`).run(...values);
    return this;
  }
}

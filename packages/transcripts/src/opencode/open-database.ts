import type { Json } from '@toolthread/core/json';
import type { OpencodeSession, OpencodeStore } from './opencode-store.ts';
import { sessionStamps } from './session-stamps.ts';
import { SessionTree } from './session-tree.ts';
import { storedRecord } from './torn-record.ts';

/** Asks a database: `ask('select id from part where session_id = ?', 'ses_1')` */
export type Ask = (sql: string, ...values: string[]) => readonly Row[];

export interface Row {
  readonly [column: string]: unknown;
}

/** The rows hold the same JSON as the files of older versions; ids are columns. Opened for reading only. Undefined if it is another program's. */
export function openDatabase(file: string): OpencodeStore | undefined {
  // Loaded when it is needed: the module is new, and says so on stderr.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  const rows: Ask = (sql, ...values) => database.prepare(sql).all(...values);
  if (!isOpencodes(rows)) {
    database.close();
    return undefined;
  }
  let tree: SessionTree | undefined;
  return {
    sessions: () => {
      const sessions = rows('select * from session order by time_updated desc').map(sessionOf);
      const stamps = sessionStamps(rows, sessions);
      return sessions.map((session) => {
        const stamp = stamps.get(session.id);
        return stamp === undefined ? session : { ...session, stamp };
      });
    },
    document: (session) => {
      tree ??= new SessionTree(rows('select * from session').map(infoOf));
      return tree.document(session, (id) => messagesOf(rows, id));
    },
    close: () => database.close(),
  };
}

function sessionOf(row: Row): OpencodeSession {
  return {
    id: text(row['id']),
    title: text(row['title']),
    directory: text(row['directory']),
    parent: typeof row['parent_id'] === 'string' ? row['parent_id'] : undefined,
    created: Number(row['time_created'] ?? 0),
    updated: Number(row['time_updated'] ?? 0),
  };
}

/** Two questions a session, however many messages it has. */
function messagesOf(rows: Ask, session: string): readonly Json[] {
  const parts = new Map<string, Json[]>();
  for (const row of rows('select id, message_id, data from part where session_id = ? order by id', session)) {
    const messageID = text(row['message_id']);
    const known = parts.get(messageID);
    const part = storedRecord(text(row['data']), { id: text(row['id']), sessionID: session, messageID });
    if (known === undefined) parts.set(messageID, [part]);
    else known.push(part);
  }
  const messages = rows('select id, data from message where session_id = ? order by time_created, id', session);
  const known = new Set(messages.map((row) => text(row['id'])));
  const lone = [...parts.keys()].filter((id) => !known.has(id)).sort();
  const messageWith = (info: Json, id: string): Json => ({ info, parts: parts.get(id) ?? [] });
  const all: Json[] = [];
  let next = 0;
  for (const row of messages) {
    const id = text(row['id']);
    // [L4] Parts whose message is gone are where it was: ids sort by time.
    for (let own = lone[next]; own !== undefined && own < id; own = lone[++next])
      all.push(messageWith({ id: own, sessionID: session }, own));
    all.push(messageWith(storedRecord(text(row['data']), { id, sessionID: session }), id));
  }
  return [...all, ...lone.slice(next).map((id) => messageWith({ id, sessionID: session }, id))];
}

/** A file that is no database at all, or a broken one, is not opencode's either. */
function isOpencodes(rows: (sql: string) => readonly unknown[]): boolean {
  try {
    return rows("select name from sqlite_schema where name in ('session', 'message', 'part')").length === 3;
  } catch {
    return false;
  }
}

function infoOf(row: Row): Json {
  const { id, title, directory, parent, created, updated } = sessionOf(row);
  return {
    id,
    slug: text(row['slug']),
    projectID: text(row['project_id']),
    directory,
    title,
    version: text(row['version']),
    ...(parent === undefined ? {} : { parentID: parent }),
    time: { created, updated },
    ...(typeof row['revert'] === 'string' ? { revert: storedRecord(row['revert'], {}) } : {}),
  };
}

function text(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'string' ? value : '';
}

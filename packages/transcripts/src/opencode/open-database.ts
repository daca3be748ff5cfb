import { wholeRecord } from '../records/whole-record.ts';
import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';
import type { OpencodeStore } from './opencode-store.ts';
import { SessionTree } from './session-tree.ts';

type Ask = (sql: string, ...values: string[]) => readonly { readonly [column: string]: unknown }[];

/** The rows hold the same JSON as the files of older versions; ids are columns. Opened for reading only. Undefined where it is another program's. */
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
    sessions: () =>
      rows('select * from session order by time_updated desc').map((row) => ({
        id: text(row['id']),
        title: text(row['title']),
        directory: text(row['directory']),
        parent: typeof row['parent_id'] === 'string' ? row['parent_id'] : undefined,
        created: Number(row['time_created'] ?? 0),
        updated: Number(row['time_updated'] ?? 0),
      })),
    document: (session) => {
      tree ??= new SessionTree(rows('select * from session').map(infoOf));
      return tree.document(session, (id) => messagesOf(rows, id));
    },
    close: () => database.close(),
  };
}

/** Two questions a session, however many messages it has. */
function messagesOf(rows: Ask, session: string): readonly Json[] {
  const parts = new Map<string, Json[]>();
  for (const row of rows('select id, message_id, data from part where session_id = ? order by id', session)) {
    const message = text(row['message_id']);
    const known = parts.get(message);
    const part = withId(row, { sessionID: session, messageID: message });
    if (known === undefined) parts.set(message, [part]);
    else known.push(part);
  }
  const messages = rows('select id, data from message where session_id = ? order by time_created, id', session);
  return messages.map((row) => ({
    info: withId(row, { sessionID: session }),
    parts: parts.get(text(row['id'])) ?? [],
  }));
}

/** A file that is no database at all, or a broken one, is not opencode's either. */
function isOpencodes(rows: (sql: string) => readonly unknown[]): boolean {
  try {
    return rows("select name from sqlite_schema where name in ('session', 'message', 'part')").length === 3;
  } catch {
    return false;
  }
}

function infoOf(row: { readonly [column: string]: unknown }): Json {
  return {
    id: text(row['id']),
    slug: text(row['slug']),
    projectID: text(row['project_id']),
    directory: text(row['directory']),
    title: text(row['title']),
    version: text(row['version']),
    ...(typeof row['parent_id'] === 'string' ? { parentID: row['parent_id'] } : {}),
    time: { created: Number(row['time_created'] ?? 0), updated: Number(row['time_updated'] ?? 0) },
  };
}

function withId(row: { readonly [column: string]: unknown }, ids: { readonly [name: string]: string }): Json {
  const parsed = parseJson(text(row['data']));
  return { ...wholeRecord(parsed.ok ? fieldsOf(parsed.value) : {}), id: text(row['id']), ...ids };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** opencode's own data on the disk: folders of JSON files in older versions, one SQLite file in newer ones. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@toolthread/core/json';
import { openDatabase } from './open-database.ts';
import { openFolders } from './open-folders.ts';

/** A session of opencode, as a list shows it. */
export interface OpencodeSession {
  readonly id: string;
  readonly title: string;
  readonly directory: string;
  readonly parent: string | undefined;
  readonly created: number;
  readonly updated: number;
  /** Of a database: another text after every change of the session, of its messages and parts, and of the sessions that it started. */
  readonly stamp?: string;
}

/** opencode's sessions on the disk, as they are when one is first asked for. */
export interface OpencodeStore {
  /** Newest first. */
  sessions(): readonly OpencodeSession[];
  /** In the form of `opencode export`, with the sessions its calls started under `children`; undefined if there is none. */
  document(session: string): Json | undefined;
  close(): void;
}

/**
 * Opens opencode's data folder, its `storage` folder, or its database file; undefined if it is none of them. A data folder may have
 * both: what is in both is that of the database.
 *
 * @example
 * import { mkdirSync, writeFileSync } from 'node:fs';
 * const folder = exampleFolder();
 * mkdirSync(`${folder}/storage/session/p1`, { recursive: true });
 * writeFileSync(`${folder}/storage/session/p1/s1.json`, '{"id":"s1","title":"Parser"}');
 * openOpencodeStore(folder)?.sessions().map(({ title }) => title); //=> ['Parser']
 * openOpencodeStore(exampleFolder()); //=> undefined
 */
export function openOpencodeStore(path: string): OpencodeStore | undefined {
  if (isFile(path)) return openDatabase(path);
  const file = join(path, 'opencode.db');
  const folder = [join(path, 'storage'), path].find((one) => isFolder(join(one, 'session')));
  const newer = isFile(file) ? openDatabase(file) : undefined;
  const older = folder === undefined ? undefined : openFolders(folder);
  return newer === undefined || older === undefined ? (newer ?? older) : bothStores(newer, older);
}

/** Who came from an older version has both. */
function bothStores(newer: OpencodeStore, older: OpencodeStore): OpencodeStore {
  return {
    sessions: () => {
      const sessions = newer.sessions();
      const known = new Set(sessions.map(({ id }) => id));
      const others = older.sessions().filter(({ id }) => !known.has(id));
      return [...sessions, ...others].sort((a, b) => b.updated - a.updated);
    },
    document: (session) => newer.document(session) ?? older.document(session),
    close() {
      newer.close();
      older.close();
    },
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

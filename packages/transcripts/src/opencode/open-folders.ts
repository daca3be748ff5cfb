import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { timeOf } from '../records/time-of.ts';
import { namesIn, readOwnFile } from '../session-files/session-folder.ts';
import type { OpencodeSession, OpencodeStore } from './opencode-store.ts';
import { SessionTree } from './session-tree.ts';
import { storedRecord, tornIn, tornRecord } from './torn-record.ts';

/** `session/<project>/ses_*.json`, `message/<session>/msg_*.json`, `part/<message>/prt_*.json`. */
export function openFolders(storage: string): OpencodeStore {
  let known: { readonly infos: readonly Json[]; readonly tree: SessionTree } | undefined;
  const read = (): NonNullable<typeof known> => {
    if (known !== undefined) return known;
    const infos = foldersIn(join(storage, 'session')).flatMap((project) =>
      recordsIn(join(storage, 'session', project)),
    );
    known = { infos, tree: new SessionTree(infos) };
    return known;
  };
  return {
    sessions: () =>
      read()
        .infos.map(sessionOf)
        .sort((a, b) => b.updated - a.updated),
    document: (session) =>
      read().tree.document(session, (id) =>
        recordsIn(inside(join(storage, 'message'), id)).map((info) => ({
          info,
          parts: recordsIn(inside(join(storage, 'part'), textOf(fieldsOf(info)['id']) ?? '')),
        })),
      ),
    close: () => {},
  };
}

function sessionOf(value: Json): OpencodeSession {
  const info: JsonFields = fieldsOf(value);
  const time = fieldsOf(info['time']);
  const created = timeOf(time['created']) ?? 0;
  return {
    id: textOf(info['id']) ?? '',
    title: textOf(info['title']) ?? '',
    directory: textOf(info['directory']) ?? '',
    parent: textOf(info['parentID']),
    created,
    updated: timeOf(time['updated']) ?? created,
  };
}

/** An id comes from a file: it names a folder here, and nothing else. */
function inside(folder: string, id: string): string | undefined {
  return /^[\w-][\w-]*$/.test(id) ? join(folder, id) : undefined;
}

/** Folders that are no links. */
function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** [L4] Names sort by time. What cannot be read, or is not a regular file, is in its place as that. */
function recordsIn(folder: string | undefined): readonly Json[] {
  if (folder === undefined) return [];
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return [unread(basename(folder), 'it is a link')];
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const bytes = readOwnFile(folder, name);
      if (!bytes.ok) return unread(name, bytes.reason);
      const record = storedRecord(Buffer.from(bytes.value).toString('utf8'), {});
      return tornIn(record) === undefined ? record : { id: idOf(name), ...record };
    });
}

function unread(name: string, reason: string): Json {
  return tornRecord({ reason: `${name} is not read: ${reason}`, text: '' }, { id: idOf(name) });
}

/** Files are named after what they hold. */
function idOf(name: string): string {
  return basename(name, '.json');
}

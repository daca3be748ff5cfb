import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { timeOf } from '../records/time-of.ts';
import type { OpencodeSession, OpencodeStore } from './opencode-store.ts';
import { SessionTree } from './session-tree.ts';

/** `session/<project>/ses_*.json`, `message/<session>/msg_*.json`, `part/<message>/prt_*.json`. */
export function openFolders(storage: string): OpencodeStore {
  let known: { readonly infos: readonly Json[]; readonly tree: SessionTree } | undefined;
  const read = (): NonNullable<typeof known> => {
    if (known !== undefined) return known;
    const infos = names(join(storage, 'session'), 'folder').flatMap((project) =>
      jsonIn(join(storage, 'session', project)),
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
        jsonIn(inside(join(storage, 'message'), id)).map((info) => ({
          info,
          parts: jsonIn(inside(join(storage, 'part'), textOf(fieldsOf(info)['id']) ?? '')),
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
  return /^[\w-]+$/.test(id) ? join(folder, id) : undefined;
}

/** Names sort by time. Links are passed over. */
function names(folder: string | undefined, kind: 'file' | 'folder'): readonly string[] {
  if (folder === undefined) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => (kind === 'file' ? entry.isFile() && entry.name.endsWith('.json') : entry.isDirectory()))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function jsonIn(folder: string | undefined): readonly Json[] {
  return names(folder, 'file').flatMap((name) => {
    const parsed = parseJson(readFileSync(join(folder ?? '', name), 'utf8'));
    return parsed.ok ? [parsed.value] : [];
  });
}

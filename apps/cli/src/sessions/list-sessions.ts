/** All sessions of this computer with what is known of them; only what changed since the last time is read. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@toolthread/core/json';
import type { OpencodeStore } from '@toolthread/transcripts';
import type { Trouble } from '../system-trouble.ts';
import type { Progress } from '../terminal/progress.ts';
import { databaseStamp, stampOf } from './stamp-of.ts';
import { findSessionFiles } from './session-file.ts';
import type { SessionFile } from './session-file.ts';
import { keptSummaries } from './kept-summaries.ts';
import type { Session } from './kept-summaries.ts';
import { indexPath, SessionIndex } from './session-index.ts';
import { opencodeFolder } from './session-places.ts';
import type { Environment } from './session-places.ts';
import type { SessionSummary } from './session-summary.ts';
import type { Skipped } from './skipped-files.ts';
import type { Unlisted } from './unlisted-files.ts';

export type { Session } from './kept-summaries.ts';

/** Newest first. `unlisted` is told of each file that is no line of its own, though it can be read. */
export async function listSessions(
  env: Environment,
  progress: Progress,
  skipped: Skipped,
  unlisted: Unlisted = () => undefined,
): Promise<Session[]> {
  const home = env['HOME'] ?? homedir();
  const index = new SessionIndex(indexPath(home, env));
  const files = await sessionFiles(home, env, index, skipped, unlisted);
  const stores = new OpenStores();
  const sessions = await keptSummaries(files, index, {
    env,
    progress,
    skipped,
    empty: (file) => unlisted(file, file.size === 0 && insideStore(file.path) === undefined ? 'empty' : 'wordless'),
    summarise: (file) => summarise(file, stores),
  });
  stores.close();
  index.keepOnly(files);
  index.save();
  const once = onceEach(sessions);
  const own = withoutSubagents(once);
  tellLeft(sessions, once, (file) => unlisted(file, 'copy'));
  tellLeft(once, own, (file) => unlisted(file, 'subagent'));
  return own.sort((a, b) => newest(b) - newest(a));
}

function tellLeft<T>(all: readonly T[], kept: readonly T[], tell: (one: T) => void): void {
  const here = new Set(kept);
  for (const one of all) if (!here.has(one)) tell(one);
}

/** Of files with the same records, of a session that has an id, one counts: a plain one, if there is any. Whatever has another record is another session. */
function onceEach(sessions: readonly Session[]): readonly Session[] {
  const [packed, plain] = [sessions.filter(isPacked), sessions.filter((session) => !isPacked(session))];
  // The last of a key counts.
  return [...new Map([...packed, ...plain].map((session) => [keyOf(session), session])).values()];
}

function keyOf({ agent, path, summary }: Session): string {
  return summary.session === null ? path : JSON.stringify([agent, summary]);
}

const isPacked = ({ path }: Session): boolean => COMPRESSED.test(path);

const COMPRESSED = /\.(?:zst|gz)$/;

/** [L4] What another session started is in that session; by itself only if that one is not here, or does not have it. */
function withoutSubagents(sessions: readonly Session[]): Session[] {
  const within = new Set(
    sessions.flatMap(({ agent, summary: { session, runs } }) => runs.map((run) => `${agent} ${session} ${run}`)),
  );
  return sessions.filter(
    ({ agent, summary: { parent, run } }) => parent === null || !within.has(`${agent} ${parent} ${run}`),
  );
}

/** The time of its last event, or of its file if it has none. */
export function newest({ summary, mtimeMs }: Session): number {
  return summary.endedAt ?? mtimeMs;
}

/** Every session file, and the sessions inside of opencode's database. */
async function sessionFiles(
  home: string,
  env: Environment,
  index: SessionIndex,
  skipped: Skipped,
  unlisted: Unlisted,
): Promise<SessionFile[]> {
  const files = findSessionFiles(home, env, skipped);
  const database = join(opencodeFolder(home, env), 'opencode.db');
  if (stampOf(database) === '') return files;
  const { stamp, isSettled } = databaseStamp(database);
  const kept = index.store(database, stamp);
  if (kept !== undefined) return withoutCopies(files, kept, unlisted);
  const inside = await sessionsInside(database, stamp, skipped);
  // Not kept where it could not be read: it may be read another time.
  if (inside === undefined) return files;
  if (isSettled) index.setStore(database, stamp, inside);
  return withoutCopies(files, inside, unlisted);
}

/** Undefined if opencode's database is damaged, locked, or none at all: that is told, and the others' sessions are listed. */
async function sessionsInside(
  database: string,
  changed: string,
  skipped: Skipped,
): Promise<readonly SessionFile[] | undefined> {
  const { openOpencodeStore } = await import('@toolthread/transcripts');
  let store: OpencodeStore | undefined;
  try {
    store = openOpencodeStore(database);
    const sessions = store?.sessions();
    if (sessions === undefined) skipped({ path: database }, unreadable(database));
    return sessions?.map(({ id, updated, stamp }) => ({
      agent: 'opencode',
      path: `${database}#${id}`,
      size: 0,
      mtimeMs: updated,
      // Where nothing is known of its rows, any change of the database may be one of them.
      stamp: stamp ?? changed,
    }));
  } catch {
    skipped({ path: database }, unreadable(database));
    return undefined;
  } finally {
    store?.close();
  }
}

function unreadable(database: string): Trouble {
  return {
    ok: false,
    what: `${database} cannot be read: it is damaged, in use, or no database of opencode.`,
    whatToDo: 'Close opencode and try again.',
  };
}

/** A session that opencode took over into its database counts there; its old file stays behind. */
function withoutCopies(
  files: readonly SessionFile[],
  inside: readonly SessionFile[],
  unlisted: Unlisted,
): SessionFile[] {
  const ids = new Set(inside.map(({ path }) => insideStore(path)?.session));
  const others = files.filter(({ agent, path }) => agent !== 'opencode' || !ids.has(insideStore(path)?.session));
  tellLeft(files, others, (file) => unlisted(file, 'copy'));
  return [...others, ...inside];
}

/** `~/.local/share/opencode/opencode.db#ses_1`: the store and the session in it. */
function insideStore(path: string): { readonly store: string; readonly session: string } | undefined {
  const [, store, session] = /^(..*)#([\w-][\w-]*)$/s.exec(path) ?? [];
  return store === undefined || session === undefined ? undefined : { store, session };
}

/** Each store is opened once for all of its sessions: it knows them all after the first. */
class OpenStores {
  readonly #open = new Map<string, OpencodeStore | undefined>();

  async document(store: string, session: string): Promise<Json | undefined> {
    const { openOpencodeStore } = await import('@toolthread/transcripts');
    try {
      if (!this.#open.has(store)) this.#open.set(store, openOpencodeStore(store));
      return this.#open.get(store)?.document(session);
    } catch {
      // A page of it is damaged, or opencode holds it.
      return undefined;
    }
  }

  close(): void {
    for (const store of this.#open.values()) store?.close();
  }
}

/** Null for a session without any words. The readers are loaded only when a file must be read. */
async function summarise(
  { agent, path, size }: SessionFile,
  stores: OpenStores,
): Promise<SessionSummary | Trouble | null> {
  if (size === 0 && !path.includes('#')) return null;
  const { summaryOfFile, summaryOfThread } = await import('./session-summary.ts');
  const inside = agent === 'opencode' ? insideStore(path) : undefined;
  if (inside === undefined) return summaryOfFile(path);
  const document = await stores.document(inside.store, inside.session);
  if (document === undefined) return { ok: false, what: `${path} could not be read.`, whatToDo: 'Is it a whole file?' };
  const { readTranscript } = await import('@toolthread/transcripts');
  return summaryOfThread(readTranscript(JSON.stringify(document), { format: 'opencode', path }));
}

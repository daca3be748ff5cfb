/** All sessions of this computer with what is known of them; only what changed since the last time is read. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../terminal/progress.ts';
import { findSessionFiles, opencodeFolder } from './session-file.ts';
import type { SessionFile } from './session-file.ts';
import { indexPath, SessionIndex } from './session-index.ts';
import type { SessionSummary } from './session-summary.ts';

export interface Session extends SessionFile {
  readonly summary: SessionSummary;
}

type Environment = { readonly [name: string]: string | undefined };

const SAVE_EVERY = 200;

/** Newest first. */
export async function listSessions(env: Environment, progress: Progress): Promise<Session[]> {
  const home = env['HOME'] ?? homedir();
  const index = new SessionIndex(indexPath(home, env));
  const files = await sessionFiles(home, env, index);
  const sessions: Session[] = [];
  let read = 0;
  for (const [place, file] of files.entries()) {
    let summary = index.get(file);
    if (summary === undefined) {
      progress.show(`reading ${place + 1} of ${files.length} sessions`);
      summary = await summarise(file);
      index.set(file, summary);
      read += 1;
      if (read % SAVE_EVERY === 0) index.save();
    }
    if (summary !== null) sessions.push({ ...file, summary });
  }
  progress.clear();
  index.keepOnly(files);
  index.save();
  return sessions.sort((a, b) => newest(b) - newest(a));
}

/** The time of its last event, or of its file where it has none. */
export function newest({ summary, mtimeMs }: Session): number {
  return summary.endedAt ?? mtimeMs;
}

/** Every session file, and the sessions inside of opencode's database. */
async function sessionFiles(home: string, env: Environment, index: SessionIndex): Promise<SessionFile[]> {
  const files = findSessionFiles(home, env);
  const database = join(opencodeFolder(home, env), 'opencode.db');
  const stamp = [database, `${database}-wal`].map(stampOf).join(' ');
  if (stampOf(database) === '') return files;
  const kept = index.store(database, stamp);
  if (kept !== undefined) return [...files, ...kept];
  const { openOpencodeStore } = await import('@toolthread/transcripts');
  const store = openOpencodeStore(database);
  const inside = (store?.sessions() ?? [])
    .filter(({ parent }) => parent === undefined)
    .map(({ id, updated }): SessionFile => ({
      agent: 'opencode',
      path: `${database}#${id}`,
      size: 0,
      mtimeMs: updated,
    }));
  store?.close();
  index.setStore(database, stamp, inside);
  return [...files, ...inside];
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.size}:${found.mtimeMs}`;
}

/** Null for a session without any words. The readers are loaded only when a file must be read. */
async function summarise(file: SessionFile): Promise<SessionSummary | null> {
  const [{ readThread }, { summaryOf }] = await Promise.all([
    import('../thread/read-thread.ts'),
    import('./session-summary.ts'),
  ]);
  const read = await readThread(file.path);
  return read.ok && read.thread.state.log.length > 0 ? summaryOf(read.thread) : null;
}

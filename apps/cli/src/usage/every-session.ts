import { listSessions } from '../sessions/list-sessions.ts';
import type { Session } from '../sessions/kept-summaries.ts';
import type { Environment } from '../sessions/session-places.ts';
import type { Skipped } from '../sessions/skipped-files.ts';
import type { Progress } from '../terminal/progress.ts';
import { ownThreads } from './own-threads.ts';

export interface EverySessionOptions {
  readonly env: Environment;
  /** The server's data folder; undefined if there is none. */
  readonly data: string | undefined;
  /** Sessions of other agents too, or threads only. */
  readonly sessions: boolean;
  readonly progress: Progress;
  readonly skipped: Skipped;
}

/** All whose usage counts. The oldest session first: a copy is newer than what it was made of. */
export async function everySession({
  env,
  data,
  sessions,
  progress,
  skipped,
}: EverySessionOptions): Promise<readonly Session[]> {
  const others = sessions ? await listSessions(env, progress, skipped) : [];
  const own = data === undefined ? [] : await ownThreads(data, env, progress, skipped);
  return [...others.reverse(), ...own];
}

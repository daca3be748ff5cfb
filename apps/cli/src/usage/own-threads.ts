import { homedir } from 'node:os';
import { timeRows } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import { ledgerIn, ledgerName } from '../data-folder.ts';
import { keptSummaries } from '../sessions/kept-summaries.ts';
import type { Session } from '../sessions/kept-summaries.ts';
import { indexPath, SessionIndex } from '../sessions/session-index.ts';
import type { Environment } from '../sessions/session-places.ts';
import type { Skipped } from '../sessions/skipped-files.ts';
import { usualFolder } from '../usual-folder.ts';
import type { Progress } from '../terminal/progress.ts';

/** Nothing that is counted is a longer text. */
const ENOUGH = 1000;

/** The threads of a data folder, each as a session; only those that grew since the last time are read. */
export async function ownThreads(
  data: string,
  env: Environment,
  progress: Progress,
  skipped: Skipped,
): Promise<Session[]> {
  const { threadsIn } = await import('@toolthread/store');
  const ledger = ledgerIn(data, env);
  const name = ledgerName(ledger);
  const threads = await threadsIn(ledger);
  if (!threads.ok) {
    const what = `${name} cannot be read: ${threads.error.message}`;
    skipped({ path: name }, { ok: false, what, whatToDo: `Run "toolthread doctor --data ${data}".` });
    return [];
  }
  const files = (threads.value ?? []).map(({ id, seq, updatedAt }) => ({
    agent: 'ledger' as const,
    path: `${name}#${id}`,
    size: seq,
    mtimeMs: updatedAt,
  }));
  const index = new SessionIndex(indexPath(env['HOME'] ?? homedir(), env, 'threads'));
  const sessions = await keptSummaries(files, index, {
    env,
    progress,
    skipped,
    async summarise({ path }) {
      const [{ readOwnThread }, { summaryOfThread }, { forkUsage }] = await Promise.all([
        import('../thread/read-own-thread.ts'),
        import('../sessions/session-summary.ts'),
        import('./fork-usage.ts'),
      ]);
      const read = await readOwnThread(ledger, path.slice(name.length + 1), ENOUGH);
      if (read === undefined) return null;
      if (!read.ok) return read;
      const { state, events } = read.thread;
      const summary = await summaryOfThread(read.thread);
      // One that shows a session of another agent: that session is counted.
      if (state.source !== undefined) return null;
      if (summary === null) return null;
      const since = asksSince(state);
      return {
        ...summary,
        ...(since === undefined ? {} : { asksSince: since }),
        ...(state.origin === undefined ? {} : { usage: forkUsage(state, events) }),
      };
    },
  });
  index.keepOnly(files, `${name}#`);
  index.save();
  const usual = usualFolder(data);
  return sessions.map((session) => withOpenWait(inFolder(session, usual), Date.now()));
}

/** Those that are settled are counted up to then. */
function asksSince({ requests }: ThreadState): number | undefined {
  const all = [...requests.entries()].map(([, request]) => request);
  const open = all.filter(({ settled }) => settled === undefined).map(({ openedAt }) => openedAt);
  const counted = all.flatMap(({ settled }) => settled?.at ?? []);
  return open.length === 0 ? undefined : Math.max(Math.min(...open), ...counted);
}

/** One for which nobody chose a folder works where the server has it work, and stands there in every list. */
function inFolder(session: Session, usual: string | undefined): Session {
  const { summary } = session;
  return usual === undefined || summary.project !== ''
    ? session
    : { ...session, summary: { ...summary, project: usual } };
}

/** What is kept says since when it waits: how long that is, the clock tells. */
function withOpenWait(session: Session, now: number): Session {
  const { summary } = session;
  if (summary.asksSince === undefined) return session;
  return {
    ...session,
    summary: { ...summary, usage: [...summary.usage, ...timeRows([], [[summary.asksSince, now]])] },
  };
}

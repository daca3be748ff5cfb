import { homedir } from 'node:os';
import { ledgerIn } from '../data-folder.ts';
import { keptSummaries } from '../sessions/kept-summaries.ts';
import type { Session } from '../sessions/kept-summaries.ts';
import { indexPath, SessionIndex } from '../sessions/session-index.ts';
import type { Environment } from '../sessions/session-places.ts';
import type { Skipped } from '../sessions/skipped-files.ts';
import type { Progress } from '../terminal/progress.ts';

/** The threads of a data folder, each as a session; only those that grew since the last time are read. */
export async function ownThreads(
  data: string,
  env: Environment,
  progress: Progress,
  skipped: Skipped,
): Promise<Session[]> {
  const { threadsIn } = await import('@toolthread/store');
  const ledger = ledgerIn(data);
  const threads = await threadsIn(ledger);
  if (!threads.ok) {
    const what = `${ledger} cannot be read: ${threads.error.message}`;
    skipped({ path: ledger }, { ok: false, what, whatToDo: `Run "toolthread doctor --data ${data}".` });
    return [];
  }
  const files = (threads.value ?? []).map(({ id, seq, updatedAt }) => ({
    agent: 'ledger' as const,
    path: `${ledger}#${id}`,
    size: seq,
    mtimeMs: updatedAt,
  }));
  const index = new SessionIndex(indexPath(env['HOME'] ?? homedir(), env, 'threads'));
  const sessions = await keptSummaries(files, index, {
    progress,
    skipped,
    async summarise({ path }) {
      const [{ openSession }, { summaryOf }, { forkUsage }] = await Promise.all([
        import('../thread/open-session.ts'),
        import('../sessions/session-summary.ts'),
        import('./fork-usage.ts'),
      ]);
      const opened = await openSession(path);
      if (!opened.ok) return opened;
      const summary = await summaryOf(opened.session);
      for await (const { state, events } of opened.session.pieces()) {
        // One that shows a session of another agent: that session is counted.
        if (state.source !== undefined) return null;
        if (state.origin !== undefined && summary !== null) return { ...summary, usage: forkUsage(state, events) };
      }
      return summary;
    },
  });
  index.keepOnly(files, `${ledger}#`);
  index.save();
  return sessions;
}

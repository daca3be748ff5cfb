/** What a list says of a session. Made once for each state of its file, and kept. */
import type { OpenedThread } from '../thread/read-thread.ts';
import { threadFacts } from '../thread/thread-facts.ts';

export interface SessionSummary {
  /** Its own id, and that of the session that started it, where its file tells them. */
  readonly session: string | null;
  readonly parent: string | null;
  readonly title: string;
  /** The folder it worked in. */
  readonly project: string;
  readonly calls: number;
  readonly failed: number;
  readonly tokens: number;
  readonly workedMs: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export function summaryOf({ title, state, events }: OpenedThread): SessionSummary {
  const { calls, failed, tokens, workedMs, startedAt, endedAt } = threadFacts(state, events);
  return {
    session: state.source?.session ?? null,
    parent: state.source?.parent ?? null,
    title: title ?? '',
    project: state.workspace ?? '',
    calls,
    failed,
    tokens,
    workedMs,
    startedAt: startedAt ?? null,
    endedAt: endedAt ?? null,
  };
}

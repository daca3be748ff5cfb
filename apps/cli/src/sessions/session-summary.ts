/** What a list says of a session. Made once for each state of its file, and kept. */
import type { ThreadState } from '@toolthread/core';
import type { OpenedSession } from '../thread/open-session.ts';
import { addCalls, NO_CALLS } from '../thread/event-facts.ts';

export interface SessionSummary {
  /** Its own id, and that of the session that started it, where its file tells them. */
  readonly session: string | null;
  readonly parent: string | null;
  readonly title: string;
  /** The folder it worked in. */
  readonly project: string;
  readonly calls: number;
  readonly elsewhere: number;
  readonly failed: number;
  readonly tokens: number;
  readonly workedMs: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** Null for a session without any words. */
export async function summaryOf(session: OpenedSession): Promise<SessionSummary | null> {
  let counted = NO_CALLS;
  let project = '';
  let said = false;
  let source: ThreadState['source'];
  for await (const { state } of session.pieces()) {
    ({ source } = state);
    counted = addCalls(counted, state);
    project = state.workspace ?? project;
    said ||= state.log.length > 0;
  }
  if (!said) return null;
  const { workedMs, startedAt = null, endedAt = null } = session.facts;
  return {
    session: source?.session ?? null,
    parent: source?.parent ?? null,
    title: session.title ?? '',
    project,
    ...counted,
    workedMs,
    startedAt,
    endedAt,
  };
}

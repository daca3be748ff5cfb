/** What a list says of a session. Made once for each state of its file, and kept. */
import { choiceOf } from '@toolthread/core/queries';
import { timeRows, usageRows } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { UsageRow } from '@toolthread/core/summary';
import type { OpenedSession } from '../thread/open-session.ts';
import { turnOf } from './session-turn.ts';
import type { SessionTurn } from './session-turn.ts';
import { addCalls, NO_CALLS } from '../thread/event-facts.ts';

export interface SessionSummary {
  /** Its own id, and that of the session that started it, where its file tells them. */
  readonly session: string | null;
  readonly parent: string | null;
  readonly title: string;
  /** The folder it worked in. */
  readonly project: string;
  /** The one that answered last. */
  readonly model: string | null;
  readonly turn: SessionTurn;
  readonly calls: number;
  readonly elsewhere: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly denied: number;
  /** Whose end no record tells. */
  readonly lost: number;
  readonly tokens: number;
  readonly workedMs: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** What `toolthread usage` sums up. */
  readonly usage: readonly UsageRow[];
}

/** Null for a session without any words. */
export async function summaryOf(session: OpenedSession): Promise<SessionSummary | null> {
  let counted = NO_CALLS;
  let project = '';
  let said = false;
  let turn: SessionTurn = 'over';
  let source: ThreadState['source'];
  const usage: UsageRow[] = [];
  for await (const { state, events } of session.pieces()) {
    ({ source } = state);
    counted = addCalls(counted, state);
    usage.push(...usageRows(state, events));
    project = choiceOf(state)?.workspace ?? state.workspace ?? project;
    said ||= state.log.length > 0;
    turn = turnOf(state);
  }
  if (!said) return null;
  const { models, worked, workedMs, waited, startedAt = null, endedAt = null } = session.facts;
  return {
    session: source?.session ?? null,
    parent: source?.parent ?? null,
    title: session.title ?? '',
    project,
    model: models.at(-1) ?? null,
    turn,
    ...counted,
    workedMs,
    startedAt,
    endedAt,
    usage: [...usage, ...timeRows(worked, waited)],
  };
}

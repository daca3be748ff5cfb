/** What a list says of a session. Made once for each state of its file, and kept. */
import { createHash } from 'node:crypto';
import { childScope } from '@toolthread/core';
import { answererOf, choiceOf } from '@toolthread/core/queries';
import { timeRows, turnOf, usageRows } from '@toolthread/core/summary';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import type { SessionTurn, UsageRow } from '@toolthread/core/summary';
import type { OpenedSession } from '../thread/open-session.ts';
import { addCalls, NO_CALLS } from '../thread/event-facts.ts';

export interface SessionSummary {
  /** Its own id, and that of the session that started it, where its file tells them. */
  readonly session: string | null;
  readonly parent: string | null;
  /** The runs of agents that are in it; and, of what another session started, which of that one's runs it is. */
  readonly runs: readonly string[];
  readonly run: string | null;
  /** Of all that is shown of it, and of where each record is and what became of it. */
  readonly digest: string;
  readonly title: string;
  /** The folder it worked in. */
  readonly project: string;
  /** The one that answered last, of the session's own agent. */
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
  /** Of a thread of ours: since when it waits for a person, beyond what `usage` has of that. */
  readonly asksSince?: number;
  /** What `toolthread usage` sums up. */
  readonly usage: readonly UsageRow[];
}

/** Null for a session without any words. */
export async function summaryOf(session: OpenedSession): Promise<SessionSummary | null> {
  let counted = NO_CALLS;
  let project = '';
  let model: string | undefined;
  let said = false;
  let turn: SessionTurn = 'over';
  let told: Told = 'nothing';
  let source: ThreadState['source'];
  const usage: UsageRow[] = [];
  const runs = new Set<string>();
  const digest = createHash('sha1');
  for await (const { state, events } of session.pieces()) {
    ({ source } = state);
    for (const event of events) {
      digest.update(JSON.stringify(event));
      if (event.type === 'scope.opened') runs.add(event.scope);
    }
    counted = addCalls(counted, state);
    usage.push(...usageRows(state));
    project = choiceOf(state)?.workspace ?? state.workspace ?? project;
    // An error that the program itself tells is no answer of a model.
    model = answererOf(state).model || model;
    // What was taken back was said, and paid.
    said ||= state.log.length > 0 || state.takenBack.length > 0;
    turn = turnOf(state);
    for (const event of events) told = toldAfter(told, event);
  }
  if (!said) return null;
  const { worked, workedMs, waited, startedAt = null, endedAt = null } = session.facts;
  return {
    session: source?.session ?? null,
    parent: source?.parent ?? null,
    runs: [...runs],
    run: source?.parent === undefined || source.session === undefined ? null : childScope(source.session),
    digest: digest.digest('base64'),
    title: session.title ?? '',
    project,
    model: model ?? null,
    // Reading a file to its end closes what is open there: that is not the file's own word.
    turn: turn === 'over' && told === 'ended' ? 'answered' : turn,
    ...counted,
    workedMs,
    startedAt,
    endedAt,
    usage: [...usage, ...timeRows(worked, waited)],
  };
}

/** What is known of the end of the last response: `ended`, and that a record of the file says so. */
type Told = 'nothing' | 'ended' | 'recorded';

function toldAfter(told: Told, event: LedgerEvent): Told {
  // A record stands after what it says.
  if (event.type === 'source.record') return told === 'ended' ? 'recorded' : told;
  if (event.scope !== undefined) return told;
  if (event.type === 'agent.step.started' || event.type === 'message.posted') return 'nothing';
  return event.type === 'agent.step.completed' && told === 'nothing' ? 'ended' : told;
}

/** What a list says of a session. Made once for each state of its file, and kept. */
import { createHash } from 'node:crypto';
import { childScope } from '@toolthread/core';
import { answererOf, choiceOf } from '@toolthread/core/queries';
import { timeRows, turnOf, usageRows } from '@toolthread/core/summary';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import type { SessionTurn, UsageRow } from '@toolthread/core/summary';
import type { Trouble } from '../system-trouble.ts';
import { openSession, wholeSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';
import type { OpenedThread } from '../thread/read-thread.ts';
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

/** Of the session in a file; null for one without any words. None of its events is held. */
export async function summaryOfFile(path: string): Promise<SessionSummary | Trouble | null> {
  const told = new ToldEvents();
  const opened = await openSession(path, { each: (event) => told.take(event) });
  return opened.ok ? summaryOf(opened.session, told) : opened;
}

/** Null for a thread without any words. */
export async function summaryOfThread(thread: OpenedThread): Promise<SessionSummary | null> {
  const told = new ToldEvents();
  for (const event of thread.events) told.take(event);
  return summaryOf(wholeSession(thread), told);
}

async function summaryOf(session: OpenedSession, told: ToldEvents): Promise<SessionSummary | null> {
  let counted = NO_CALLS;
  let project = '';
  let model: string | undefined;
  let said = false;
  let turn: SessionTurn = 'over';
  let source: ThreadState['source'];
  const usage: UsageRow[] = [];
  for await (const { state } of session.pieces()) {
    ({ source } = state);
    counted = addCalls(counted, state);
    usage.push(...usageRows(state));
    project = choiceOf(state)?.workspace ?? state.workspace ?? project;
    // An error that the program itself tells is no answer of a model.
    model = answererOf(state).model || model;
    // What was taken back was said, and paid.
    said ||= state.log.length > 0 || state.takenBack.length > 0;
    turn = turnOf(state);
  }
  if (!said) return null;
  const { worked, workedMs, waited, startedAt = null, endedAt = null } = session.facts;
  return {
    session: source?.session ?? null,
    parent: source?.parent ?? null,
    runs: told.runs(),
    run: source?.parent === undefined || source.session === undefined ? null : childScope(source.session),
    digest: told.digest(),
    title: session.title ?? '',
    project,
    model: model ?? null,
    // Reading a file to its end closes what is open there: that is not the file's own word.
    turn: turn === 'over' && told.end === 'ended' ? 'answered' : turn,
    ...counted,
    workedMs,
    startedAt,
    endedAt,
    usage: [...usage, ...timeRows(worked, waited)],
  };
}

/** What a summary says of the events themselves. */
class ToldEvents {
  readonly #runs = new Set<string>();
  readonly #digest = createHash('sha1');
  #end: Told = 'nothing';

  get end(): Told {
    return this.#end;
  }

  take(event: LedgerEvent): void {
    this.#digest.update(JSON.stringify(event));
    if (event.type === 'scope.opened') this.#runs.add(event.scope);
    this.#end = toldAfter(this.#end, event);
  }

  runs(): readonly string[] {
    return [...this.#runs];
  }

  digest(): string {
    return this.#digest.digest('base64');
  }
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

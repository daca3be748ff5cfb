import { randomUUID } from 'node:crypto';
import { statusDraft } from '@toolthread/agent';
import { type EventDraft, isAtWork, type LedgerEvent, type Step, type ThreadState } from '@toolthread/core';
import { turnOf } from '@toolthread/core/summary';
import { pagesAfter } from './pages-after.ts';
import { stateAt } from './state-at.ts';
import type { Ledger, LedgerError, Result } from '@toolthread/store';

/** `await fork(thread, { title })`: the id of a new thread that has the same history, and in which the agent of this server works. */
export type ForkThread = (thread: string, options: ForkOptions) => Promise<Result<string>>;

interface ForkOptions {
  readonly title?: string;
  /** The last event that is copied; without it, all are. */
  readonly upTo?: number;
  /** The owner of the copy. */
  readonly owner?: string | undefined;
}

const PAST_END = 'up_to must be the number of an event of the thread. The thread has fewer events.';

/**
 * `createForks(ledger)`. Every event of the copy has the place that it has in its origin, so that what names others by their place means the same.
 * Until the copy is whole it belongs to nobody: after a crash no run begins in a part of it.
 */
export function createForks(ledger: Ledger): ForkThread {
  return async (thread, { title, upTo, owner }) => {
    const known = await ledger.state(thread);
    if (!known.ok) return known;
    const { seq } = known.value;
    if (upTo !== undefined && upTo > seq) return { ok: false, error: { code: 'no_such_event', message: PAST_END } };
    const then = await stateAt(ledger, known.value, upTo ?? seq);
    if (!then.ok) return then;
    const origin = then.value;
    const first = await ledger.read(thread, { after: 0, limit: 1 });
    if (!first.ok) return first;
    const at = first.value[0]?.at ?? origin.at;
    const created = await ledger.createThread(beginning(origin), { id: randomUUID(), at, owner });
    if (!created.ok) return created;
    const fork = created.value[0]?.thread ?? '';
    const problem = await copy(ledger, origin, fork, title);
    if (problem === undefined) return { ok: true, value: fork };
    await ledger.deleteThread(fork);
    return { ok: false, error: problem };
  };
}

function beginning({ id, seq, title, ...origin }: ThreadState): Parameters<Ledger['createThread']>[0] {
  // The folder that an import names is another agent's.
  const workspace = origin.source === undefined ? origin.workspace : undefined;
  return {
    agent: 'elsewhere',
    origin: { thread: id, seq },
    ...(title === undefined ? {} : { title }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

async function copy(
  ledger: Ledger,
  origin: ThreadState,
  fork: string,
  title: string | undefined,
): Promise<LedgerError | undefined> {
  let after = 1;
  for await (const page of pagesAfter(ledger, origin.id, { after, upTo: origin.seq })) {
    if (!page.ok) return page.error;
    const appended = await ledger.append(fork, page.value.map(copied), { after });
    if (!appended.ok) return appended.error;
    after += page.value.length;
  }
  const last = await ledger.append(fork, ending(origin, title), { after: origin.seq });
  return last.ok ? undefined : last.error;
}

/** What the file of an import says about itself later stays with the origin. */
function copied({ v: _v, thread: _thread, seq: _seq, ...draft }: LedgerEvent): EventDraft {
  if (draft.type !== 'thread.created') return draft;
  const { type, at, title } = draft;
  return { type, at, ...(title === undefined ? {} : { title }) };
}

/** What was under way in the origin does not go on here: it ended with its last event, and a person has to write next. */
function ending(origin: ThreadState, title: string | undefined): readonly EventDraft[] {
  const { at, scopes, placed } = origin;
  const stopped = [...answered(origin)];
  for (const [, { scope, status }] of scopes.entries()) {
    if (status === undefined || !isAtWork(status)) continue;
    stopped.push({ ...statusDraft(origin, scope, 'cancelled'), at });
  }
  return [
    ...stopped,
    { type: 'thread.closed', at },
    ...(title === undefined ? [] : [{ type: 'thread.renamed', title } as const]),
    // It is a new entry of the list, wherever its origin is.
    ...(placed.place === 'list' && !placed.pinned
      ? []
      : [{ type: 'thread.placed', place: 'list', pinned: false } as const]),
    { type: 'thread.created', agent: 'here' },
  ];
}

/** Another agent's file may not tell that its last response is over, where its turn is: that answer is complete, and not stopped. */
function answered(origin: ThreadState): readonly EventDraft[] {
  const turn = turnOf(origin);
  if (origin.source === undefined || (turn !== 'answered' && turn !== 'over')) return [];
  const last = lastStep(origin);
  if (last === undefined || last.end !== undefined) return [];
  return [{ type: 'agent.step.completed', step: last.step, finish_reason: 'stop', at: origin.at }];
}

/** Of the session's own agent. */
function lastStep({ log, steps }: ThreadState): Step | undefined {
  for (let place = log.length - 1; place >= 0; place -= 1) {
    const entry = log.at(place);
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === undefined) return step;
  }
  return undefined;
}

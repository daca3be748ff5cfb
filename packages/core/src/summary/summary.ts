import type { RunStatus, ListPlace } from '../ledger/ledger-event.ts';
import { answererOf, lastModelOf } from '../ledger/queries/answerer-of.ts';
import { asksApproval } from '../ledger/queries/asks-approval.ts';
import { callsLeft } from '../ledger/queries/paid-calls.ts';
import { choiceOf } from '../ledger/queries/choice-of.ts';
import { stopOf } from '../ledger/queries/stop-of.ts';
import { scopeKey } from '../ledger/fold/scope-key.ts';
import { goesOnAlone } from '../ledger/scope-kind.ts';
import type { StopReason } from '../ledger/stop-reason.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { titleOf } from '../timeline/title-of.ts';
import { countsOfAll } from './call-counts.ts';
import type { ListedThread } from './listed-thread.ts';
import { turnOf } from './session/session-turn.ts';
import type { SessionTurn } from './session/session-turn.ts';
import { workedMs } from './worked-ms.ts';

/** What the list shows of a thread. */
export interface Summary {
  readonly title?: string;
  readonly status?: RunStatus;
  /** Why the last run stopped, where it is `completed` and was cut off: it has not done all that it was asked for. */
  readonly stop?: StopReason;
  /** Of a session of another agent, in place of a status: its file tells of runs, and not of all. */
  readonly turn?: SessionTurn;
  /** Calls that may be shown, also those that were rewound, and those of them that failed. */
  readonly calls: number;
  readonly failed: number;
  /** Requests that only a person can settle. */
  readonly waiting: number;
  /** Those of them that want an approval. The others want answers. */
  readonly approvals: number;
  /** How long its runs have worked, in milliseconds, without waiting for a person: by what may be shown, as a page counts it. */
  readonly workedMs: number;
  /** Who answers, as it was chosen; where another program is the agent, the format of its session (`claude-code`), or `elsewhere` if there is no session. */
  readonly agent?: string;
  /** The model that answered last; where none has, the one that was chosen. */
  readonly model?: string;
  /** The folder that it works in, where one was chosen. */
  readonly project?: string;
  /** It is above the others. */
  readonly pinned?: true;
  /** Out of the list, and since when. */
  readonly place?: Exclude<ListPlace, 'list'>;
  readonly placedAt?: number;
}

/**
 * What the list shows of a thread. It costs the same for every thread at work but an import: there the times of all calls are put together, 27 ms for 100,000. After a rewind it
 * also looks through what came since the place that was rewound to.
 *
 * @example
 * import { foldListed, newListedThread } from '@toolthread/core/summary';
 * summaryOf(exampleEvents.reduce(foldListed, newListedThread('t1'))); //=> { title: 'Parser', status: 'completed', calls: 2, failed: 1, waiting: 0, approvals: 0, workedMs: 0 }
 */
export function summaryOf({ state, shown, shownCounts, pending }: ListedThread): Summary {
  const { placed } = state;
  const title = titleOf(state);
  const turn = state.source !== undefined && state.agent === 'elsewhere' ? turnOf(state) : undefined;
  const status = turn === undefined ? (statusOf(state) ?? copiedStatus(state)) : undefined;
  const stop = status === 'completed' ? stopOf(state) : undefined;
  const { calls, failed } = shownCounts.view;
  const left = countsOfAll(callsLeft(shown));
  const { agent: answerer, model: chosen } = answererOf(state);
  const model = lastModelOf(state) ?? chosen;
  const agent = answerer === 'elsewhere' ? (state.source?.format ?? answerer) : answerer;
  const project = choiceOf(state)?.workspace ?? state.workspace;
  return {
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
    ...(stop === undefined ? {} : { stop }),
    ...(turn === undefined ? {} : { turn }),
    calls: calls + left.calls,
    failed: failed + left.failed,
    waiting: pending.view.requests.length,
    approvals: pending.view.requests.filter(asksApproval).length,
    workedMs: workedMs(shown),
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(project === undefined ? {} : { project }),
    ...(placed.pinned ? { pinned: true } : {}),
    ...(placed.place === 'list' ? {} : { place: placed.place, placedAt: placed.at }),
  };
}

/**
 * Whether a restart has to look at a thread: a run was under way, or somebody asked for one that has not begun. `claimed`: a run of
 * ours has worked in it.
 *
 * @example
 * import { foldListed, newListedThread } from '@toolthread/core/summary';
 * isUnfinished(exampleEvents.slice(0, 2).reduce(foldListed, newListedThread('t1')), false); //=> true
 */
export function isUnfinished(thread: ListedThread, claimed: boolean): boolean {
  return thread.state.agent === 'here' && isUnderWay(thread, claimed);
}

/** A run is under way or owed, whoever works there. */
function isUnderWay({ state, counts, pending }: ListedThread, claimed: boolean): boolean {
  // What a file says of its own runs is history: nothing of ours ever ran there.
  if (state.source !== undefined && !claimed) return false;
  const status = statusOf(state);
  const { asked, owed } = pending.view;
  if (asked > 0 || owed.length > 0 || goesOnAlone(status)) return true;
  return counts.view.open > 0 && status !== 'awaiting_user';
}

/**
 * Whether there is anything to stop: a run is under way, owed or waiting for a person. `claimed`: a run of ours has worked in it.
 *
 * @example
 * import { foldListed, newListedThread } from '@toolthread/core/summary';
 * canBeStopped(exampleEvents.reduce(foldListed, newListedThread('t1')), true); //=> false
 */
export function canBeStopped(thread: ListedThread, claimed: boolean): boolean {
  const isWaiting = thread.pending.view.requests.length > 0 || statusOf(thread.state) === 'awaiting_user';
  return isWaiting || isUnderWay(thread, claimed);
}

/**
 * Whether a request waits for a person.
 *
 * @example
 * isOpen(exampleState, 'r1'); //=> false
 */
export function isOpen({ requests }: Pick<ThreadState, 'requests'>, request: string): boolean {
  const known = requests.get(request);
  return known !== undefined && known.settled === undefined;
}

/**
 * When the first of the open requests runs out, in milliseconds since 1970.
 *
 * @example
 * import { foldListed, newListedThread } from '@toolthread/core/summary';
 * const listed = exampleEvents.slice(0, 7).reduce(foldListed, newListedThread('t1'));
 * const asked = { type: 'request.opened', request: 'r1', kind: 'approval', step: 1, call: 'c1', expires_at: 5000 } as const;
 * nearestExpiry(foldListed(listed, { ...asked, v: 1, thread: 't1', seq: 8, at: 0 })); //=> 5000
 */
export function nearestExpiry({ pending }: ListedThread): number | undefined {
  const times = pending.view.requests.flatMap(({ expiresAt }) => expiresAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A file may tell of no runs. What a fork copied of it has ended as its last turn did; one that was not over ended with the copy. */
function copiedStatus(state: ThreadState): RunStatus | undefined {
  const last = state.log.last();
  if (state.origin === undefined || last === undefined) return undefined;
  // Somebody wrote here: a run of its own follows, and says how it is.
  if (last.kind === 'message' && last.message.seq > state.origin.seq) return undefined;
  const turn = turnOf(state);
  if (turn === 'over' || turn === 'answered') return 'completed';
  return turn === 'failed' ? 'failed' : 'cancelled';
}

function statusOf({ scopes }: ThreadState): RunStatus | undefined {
  return scopes.get(scopeKey(undefined))?.status;
}

import { callStatus } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { Step, ThreadState } from '../../ledger/thread-state.ts';

/** The last turn of a session, as its file leaves it ([L3]). `asks`: a question to a person has no answer. */
export type SessionTurn = 'open' | 'asks' | 'failed' | 'over';

/**
 * How the last turn of another agent's session stands. It is the same before and after the thread is closed.
 *
 * @example
 * turnOf(exampleState); //=> 'over'
 */
export function turnOf(state: ThreadState): SessionTurn {
  const turn = lastTurn(state);
  return turn === 'over' && isUnderWay(state) ? 'open' : turn;
}

/** The file says that a run began, and not that it ended. */
function isUnderWay({ scopes }: ThreadState): boolean {
  return isAtWork(scopes.get(scopeKey(undefined))?.status);
}

function lastTurn({ log, steps, calls }: ThreadState): SessionTurn {
  for (let place = log.length - 1; place >= 0; place -= 1) {
    const entry = log.at(place);
    if (entry?.kind === 'message') return 'open';
    if (entry?.kind === 'status' && !isAtWork(entry.status.status))
      return entry.status.status === 'failed' ? 'failed' : 'over';
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === undefined) return afterStep(step, callsOf(step, calls));
  }
  return 'over';
}

function callsOf(step: Step, { byPlace }: ThreadState['calls']): readonly Call[] {
  const places = Array.from(step.parts, (part) => (part.kind === 'call' ? byPlace.get(part.call) : undefined));
  return places.filter((call) => call !== undefined);
}

function afterStep({ end }: Step, called: readonly Call[]): SessionTurn {
  if (end?.error !== undefined || end?.reason === 'error') return 'failed';
  if (called.some((call) => call.request !== undefined && isUnanswered(call))) return 'asks';
  // The model has not said anything to the results yet.
  return called.length > 0 ? 'open' : 'over';
}

/** It is lost only once the thread is closed. */
function isUnanswered(call: Call): boolean {
  return call.state.name !== 'settled' || callStatus(call) === 'lost';
}

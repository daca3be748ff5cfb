import { callStatus, isAtWork, scopeKey } from '@toolthread/core';
import type { Call, Step, ThreadState } from '@toolthread/core';

/** The last turn of a session, as its file leaves it ([L3]). `asks`: a question to a person has no answer. */
export type SessionTurn = 'open' | 'asks' | 'failed' | 'over';

/** Of a thread that was read to its end, and is closed: a call without a result is lost there. */
export function turnOf(state: ThreadState): SessionTurn {
  const turn = lastTurn(state);
  return turn === 'over' && isUnderWay(state) ? 'open' : turn;
}

/** The file says that a run began, and not that it ended. */
function isUnderWay({ scopes }: ThreadState): boolean {
  const status = scopes.get(scopeKey(undefined))?.status;
  return isAtWork(status);
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
  const lost = called.filter((call) => callStatus(call) === 'lost');
  if (lost.some(({ request }) => request !== undefined)) return 'asks';
  // The model has not said anything to the results yet.
  return called.length > 0 ? 'open' : 'over';
}

import { callStatus } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { stopOf } from '../../ledger/queries/stop-of.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { Step, ThreadState } from '../../ledger/thread-state.ts';

/**
 * The last turn of a session, as its file leaves it ([L3]). `asks`: a question to a person has no answer. `stopped`: it was cut off. `answered`: its last words
 * are said, and nothing tells whether a call follows them or it is over.
 */
export type SessionTurn = 'open' | 'asks' | 'failed' | 'stopped' | 'answered' | 'over';

/**
 * How the last turn of another agent's session is. It is the same before and after the thread is closed, which tells that one that was `answered` is over.
 *
 * @example
 * turnOf(exampleState); //=> 'over'
 */
export function turnOf(state: ThreadState): SessionTurn {
  const turn = lastTurn(state);
  return (turn === 'over' || turn === 'answered') && isUnderWay(state) ? 'open' : turn;
}

/** The file says that a run began, and not that it ended. */
function isUnderWay({ scopes }: ThreadState): boolean {
  return isAtWork(scopes.get(scopeKey(undefined))?.status);
}

function lastTurn(state: ThreadState): SessionTurn {
  const { log, steps } = state;
  for (let place = log.length - 1; place >= 0; place -= 1) {
    const entry = log.at(place);
    // What a child run was asked, and how it ended, is of a call.
    if (entry?.kind === 'message' && entry.message.scope === undefined) return 'open';
    if (entry?.kind === 'status' && entry.status.scope === undefined && !isAtWork(entry.status.status)) {
      if (entry.status.status === 'failed') return 'failed';
      return stopOf(state) === undefined ? 'over' : 'stopped';
    }
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === undefined) return afterStep(step, state);
  }
  return 'over';
}

function afterStep(step: Step, state: ThreadState): SessionTurn {
  if (step.end?.error !== undefined || step.end?.reason === 'error') return 'failed';
  if (asks(step, state)) return 'asks';
  // The model has not said anything to the results yet, or it has only thought: its words or its calls are still to come.
  if (hasCall(step, state) || hasOnlyThought(step)) return 'open';
  return step.end === undefined ? 'answered' : 'over';
}

/** A file tells of thoughts as soon as they are over, and of what comes of them later. */
function hasOnlyThought({ parts }: Step): boolean {
  let hasThought = false;
  for (let at = 0; at < parts.length; at += 1) {
    const kind = parts.at(at)?.kind;
    if (kind === 'reasoning' || kind === 'opaque') hasThought = true;
    else if (kind !== 'absent') return false;
  }
  return hasThought;
}

/** By the open calls or by the requests, whichever are fewer: a step may have thousands of calls, and it is asked after each append. */
function asks({ step, scope }: Step, { life, calls, requests }: ThreadState): boolean {
  const isOfStep = (place: string | undefined): boolean => {
    const call = place === undefined ? undefined : calls.byPlace.get(place);
    if (call?.request === undefined || call.step !== step || call.scope !== scope) return false;
    return isUnanswered(call);
  };
  if (life !== 'closed' && calls.open.size < requests.size) {
    for (const [place] of calls.open.entries()) if (isOfStep(place)) return true;
    return false;
  }
  for (const { call } of requests.values()) if (isOfStep(call)) return true;
  return false;
}

function hasCall({ parts }: Step, { calls }: ThreadState): boolean {
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts.at(at);
    if (part?.kind === 'call' && calls.byPlace.has(part.call)) return true;
  }
  return false;
}

/** It is lost only once the thread is closed. */
function isUnanswered(call: Call): boolean {
  return call.state.name !== 'settled' || callStatus(call) === 'lost';
}

import { callResult } from '@toolthread/core';
import type { Step, ThreadState } from '@toolthread/core';

/**
 * How long a run has worked, in milliseconds: its responses, and the time in which at least one of their tools ran. Time
 * in which it waited for a person, or in which the server was down, does not count.
 */
export function workingTime(state: ThreadState, steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.end?.durationMs ?? 0) + toolTime(state, step), 0);
}

function toolTime(state: ThreadState, step: Step): number {
  const spans: { readonly from: number; readonly to: number }[] = [];
  for (const part of step.parts) {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    const ms = call === undefined ? undefined : callResult(call)?.durationMs;
    if (call?.startedAt !== undefined && ms !== undefined)
      spans.push({ from: call.startedAt, to: call.startedAt + ms });
  }
  let [sum, until] = [0, -Infinity];
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

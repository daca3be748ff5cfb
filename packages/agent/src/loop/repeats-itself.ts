/** Does a run repeat itself? It compares calls and their results: polling gives new results, so it is not repetition. */
import { callResult } from '@toolthread/core';
import type { Call, Step, ThreadState } from '@toolthread/core';
import { loopRequest } from '../state/loop-request.ts';
import { parseArguments } from '../tool/parse-arguments.ts';
import { callDigest } from '../policy/call-digest.ts';
import { newestSteps } from '../state/newest-steps.ts';

/** The same call with the same error. */
const MOST_FAILURES = 3;
/** The same call with the same result: it may only be waiting for something. */
const MOST_SAME = 5;
const MOST_ROUNDS = 3;
const LONGEST_ROUND = 4;
const MOST_SEEN = MOST_ROUNDS * LONGEST_ROUND;
const MOST_COMPARED = 2000;

/** What it repeats, as the beginning of a sentence; undefined if it does not. */
export function repeatsItself(state: ThreadState, scope: string | undefined, run: string): string | undefined {
  const steps = newestSteps(state, scope, run);
  const calls = newestCalls(state, steps);
  const [newest] = calls;
  if (newest === undefined) return undefined;
  const traces = calls.map(traceOf);
  const failed = callResult(newest)?.outcome !== 'done';
  if (isRound(traces, 1, failed ? MOST_FAILURES : MOST_SAME)) {
    return failed
      ? `${newest.name} failed in the same way again and again`
      : `${newest.name} gave the same again and again`;
  }
  for (let length = 2; length <= LONGEST_ROUND; length += 1) {
    if (isRound(traces, length, MOST_ROUNDS)) return `The same ${length} calls came again and again`;
  }
  const stubborn = failedInEach(state, steps);
  return stubborn === undefined ? undefined : `${stubborn.name} failed in the same way again and again`;
}

/** A call that failed in the same way in each of the last responses, whatever else these did. */
function failedInEach(state: ThreadState, steps: readonly Step[]): Call | undefined {
  const asked = steps.findIndex((step) => loopRequest(state, step)?.settled !== undefined);
  const since = asked === -1 ? steps : steps.slice(0, asked);
  const whole = since.filter((step) => step.end?.discarded !== true).slice(0, MOST_FAILURES);
  const [newest = [], ...earlier] = whole.map((step) => failuresOf(state, step));
  if (earlier.length < MOST_FAILURES - 1) return undefined;
  const before = earlier.map((failures) => new Set(failures.map(traceOf)));
  return newest.find((call) => before.every((traces) => traces.has(traceOf(call))));
}

function failuresOf(state: ThreadState, step: Step): readonly Call[] {
  const calls = step.parts.toArray().flatMap((part) => {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    return call === undefined ? [] : [call];
  });
  return calls.filter((call) => call.recorded && call.request === undefined && callResult(call)?.outcome === 'failed');
}

function isRound(traces: readonly string[], length: number, rounds: number): boolean {
  const compared = length * (rounds - 1);
  if (traces.length < compared + length) return false;
  return traces.slice(0, compared).every((trace, index) => trace === traces[index + length]);
}

/** The newest first, back to the last time that a person intervened. */
function newestCalls(state: ThreadState, steps: readonly Step[]): readonly Call[] {
  const calls: Call[] = [];
  for (const step of steps) {
    if (loopRequest(state, step)?.settled !== undefined) return calls;
    for (const part of step.parts.toArray().toReversed()) {
      const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
      if (call === undefined || !call.recorded || call.runs === 'provider') continue;
      if (call.request !== undefined || calls.length >= MOST_SEEN) return calls;
      calls.push(call);
    }
  }
  return calls;
}

function traceOf(call: Call): string {
  const result = callResult(call);
  const texts = (result?.parts ?? []).map((part) =>
    part.type === 'text' ? part.text.slice(0, MOST_COMPARED) : part.type,
  );
  return JSON.stringify([
    call.name,
    digestOf(call),
    result?.outcome,
    result?.error?.message.slice(0, MOST_COMPARED),
    texts,
  ]);
}

function digestOf(call: Call): string {
  const parsed = parseArguments(call.arguments);
  const digest = parsed.ok ? callDigest({ name: '', arguments: parsed.value, workspace: undefined }) : undefined;
  return digest ?? call.arguments;
}

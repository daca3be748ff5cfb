/** How long something took, without the time in which it waited for a person. */
import { callResult } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import { LONGEST_GAP_MS } from '../../ledger/work/spans.ts';
import type { Span } from '../../ledger/work/spans.ts';
import { asksPerson } from './asks-person.ts';

/**
 * When a call ran: as long as it says itself, else from its start. Most files of other agents tell when a call was made and when it ended, and
 * not when it began: then from when it was made, and a pause counts as in the time of the thread. What never ran took no time. A call that asks
 * a person stands still until the answer has arrived. How long one ran that the end of its thread settled, nobody knows.
 *
 * @example
 * workSpans(exampleCall); //=> [[0, 0], [0, 0]]
 */
export function workSpans({ name, calledAt, startedAt, request, state }: Call): readonly Span[] {
  if (state.name !== 'settled' || state.result.by === 'thread-closed') return [];
  const { at, durationMs, outcome } = state.result;
  const isTold = durationMs !== undefined || startedAt !== undefined;
  const hasRun = outcome === 'done' || outcome === 'failed';
  if (!isTold && (!hasRun || asksPerson(name))) return [];
  const start = durationMs === undefined ? (startedAt ?? calledAt) : at - durationMs;
  const longest = isTold ? Infinity : LONGEST_GAP_MS;
  const { openedAt, settled = { at } } = request ?? { openedAt: at };
  return [
    [start, Math.min(openedAt, at, start + longest)],
    [Math.max(start, settled.at), at],
  ];
}

/**
 * How long a call ran, where it says it itself, or the times of its records do. Undefined where a pause is so long that nobody knows what was in it.
 *
 * @example
 * callMs(exampleCall); //=> undefined
 */
export function callMs(call: Call): number | undefined {
  const ms = coveredMs(workSpans(call));
  return callResult(call)?.durationMs ?? (ms > 0 && ms < LONGEST_GAP_MS ? ms : undefined);
}

/**
 * How long at least one of the spans lasts.
 *
 * @example
 * coveredMs([[0, 5], [3, 9], [20, 21]]); //=> 10
 */
export function coveredMs(spans: readonly Span[]): number {
  let [covered, until] = [0, -Infinity];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}

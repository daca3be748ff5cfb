/** How long something took, without the time in which it waited for a person. */
import type { Call } from '../../ledger/call.ts';
import type { Span } from '../../ledger/work/spans.ts';

/**
 * When a call ran: as long as it says itself, else from its start. A call that asks a person stands still until the answer has arrived. How long
 * one ran that the end of its thread settled, nobody knows.
 *
 * @example
 * workSpans(exampleCall); //=> []
 */
export function workSpans({ startedAt, request, state }: Call): readonly Span[] {
  if (state.name !== 'settled' || state.result.by === 'thread-closed') return [];
  const { at: end, durationMs } = state.result;
  const start = durationMs === undefined ? startedAt : end - durationMs;
  if (start === undefined) return [];
  if (request === undefined) return [[start, end]];
  const answeredAt = request.settled?.at ?? end;
  return [
    [start, Math.min(request.openedAt, end)],
    [Math.max(start, answeredAt), end],
  ];
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

import type { Account } from '../thread-state.ts';

/**
 * How many lines of an imported file are damaged. Every place that shows a count uses this one. A line may have several faults.
 *
 * @example
 * malformedLines(exampleState.account); //=> 0
 */
export function malformedLines(account: Pick<Account, 'malformed'>): number {
  return Array.from(firstFaults(account)).length;
}

/**
 * Why they are damaged, and how many lines for each reason. A line counts once, for its first fault: together they are `malformedLines`.
 *
 * @example
 * [...malformedReasons(exampleState.account)]; //=> []
 */
export function malformedReasons(account: Pick<Account, 'malformed'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of firstFaults(account)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

function* firstFaults({ malformed }: Pick<Account, 'malformed'>): Iterable<string> {
  let before: { readonly line: number; readonly byte: number } | undefined;
  for (const fault of malformed) {
    // The faults of a line are together, each behind the one before. Lines of another file of the session are counted again.
    if (fault.line !== before?.line || fault.byte <= before.byte) yield fault.reason;
    before = fault;
  }
}

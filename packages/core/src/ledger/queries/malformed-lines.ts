import type { Account } from '../thread-state.ts';

/**
 * How many lines of an imported file are damaged: the one count of damage, wherever it is told. A line may have several faults.
 *
 * @example
 * malformedLines(exampleState.account); //=> 0
 */
export function malformedLines({ malformed }: Pick<Account, 'malformed'>): number {
  let lines = 0;
  let before: { readonly line: number; readonly byte: number } | undefined;
  for (const fault of malformed) {
    // The faults of a line stand together, each behind the one before. Lines of another file of the session are counted anew.
    if (fault.line !== before?.line || fault.byte <= before.byte) lines += 1;
    before = fault;
  }
  return lines;
}

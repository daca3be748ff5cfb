/** How many calls there are: of one call, and as a fold over facts. */
import { callStatus } from '../ledger/call.ts';
import type { Call } from '../ledger/call.ts';
import type { Fact } from '../ledger/fact.ts';

/** Calls that are recorded: of what was only streamed, nobody can say yet whether it becomes one. */
export interface CallCounts {
  readonly calls: number;
  readonly failed: number;
  /** Those without an outcome. */
  readonly open: number;
}

export const NO_CALLS: CallCounts = { calls: 0, failed: 0, open: 0 };

export function countFact(counts: CallCounts, fact: Fact): CallCounts {
  if (fact.type === 'call-came') return recount(counts, undefined, fact.call);
  return fact.type === 'call-changed' ? recount(counts, fact.before, fact.call) : counts;
}

function recount(counts: CallCounts, before: Call | undefined, after: Call): CallCounts {
  const was = before === undefined ? NO_CALLS : countsOf(before);
  const is = countsOf(after);
  if (was.calls === is.calls && was.failed === is.failed && was.open === is.open) return counts;
  return {
    calls: counts.calls + is.calls - was.calls,
    failed: counts.failed + is.failed - was.failed,
    open: counts.open + is.open - was.open,
  };
}

/** All of them together, and those of them that failed. */
export function countsOfAll(every: Iterable<readonly [Call, unknown]>): Pick<CallCounts, 'calls' | 'failed'> {
  let [calls, failed] = [0, 0];
  for (const [call] of every) {
    const counts = countsOf(call);
    calls += counts.calls;
    failed += counts.failed;
  }
  return { calls, failed };
}

/**
 * What one call counts, wherever calls are counted: in the list of threads, a header, a list of sessions, usage. Whoever ran it, the provider too.
 *
 * @example
 * const [call] = exampleState.calls.byPlace.values();
 * call && countsOf(call).calls; //=> 1
 */
export function countsOf(call: Call): CallCounts {
  if (!call.recorded) return NO_CALLS;
  const status = callStatus(call);
  return { calls: 1, failed: status === 'failed' ? 1 : 0, open: call.state.name === 'settled' ? 0 : 1 };
}

/** Responses, calls and summaries that rewinds took back: they were made, and paid. */
import type { Call } from '../call.ts';
import { scopeKey } from '../fold/scope-key.ts';
import type { AgentConfigured, ContextCompacted } from '../ledger-event.ts';
import type { Step, TakenBack, ThreadState } from '../thread-state.ts';

/**
 * Every response that rewinds took back, with the calls that it made. Of imports there are none: their events tell.
 *
 * @example
 * import { foldAll, type LedgerEvent } from '@toolthread/core';
 * const rewound: LedgerEvent = { v: 1, thread: 't1', seq: 16, at: 0, type: 'thread.rewound', to: 2 };
 * [...stepsTakenBack(foldAll([...exampleEvents, rewound]))].length; //=> 2
 */
export function* stepsTakenBack({
  takenBack,
}: Pick<ThreadState, 'takenBack'>): Iterable<{ readonly step: Step; readonly calls: readonly Call[] }> {
  for (const taken of takenBack) {
    const { before, landed } = taken;
    // It began before the place that the rewind lands on, and ended after it.
    for (const [key] of landed.openSteps.entries()) {
      const step = before.steps.get(key);
      if (step?.end !== undefined) yield { step, calls: callsOf(taken, step) };
    }
    for (let index = landed.entries; index < before.log.length; index += 1) {
      const entry = before.log.at(index);
      const step = entry?.kind === 'step' ? before.steps.get(entry.step) : undefined;
      if (step !== undefined) yield { step, calls: callsOf(taken, step) };
    }
  }
}

/** Every summary that rewinds took back, and how the agent was set that wrote it. */
export function* compactionsTakenBack({ takenBack }: Pick<ThreadState, 'takenBack'>): Iterable<{
  readonly compaction: ContextCompacted;
  readonly config: AgentConfigured | undefined;
}> {
  for (const { before, landed } of takenBack) {
    for (let index = landed.entries; index < before.log.length; index += 1) {
      const entry = before.log.at(index);
      if (entry?.kind !== 'compaction') continue;
      yield { compaction: entry.compaction, config: before.scopes.get(scopeKey(entry.compaction.scope))?.config };
    }
  }
}

function callsOf({ before, landed }: TakenBack, { parts }: Step): readonly Call[] {
  const calls: Call[] = [];
  for (const part of parts) {
    const call = part.kind === 'call' && !landed.calls.has(part.call) ? before.calls.get(part.call) : undefined;
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

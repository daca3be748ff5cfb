/** Responses and summaries that rewinds took back: they were made, and paid. */
import { scopeKey } from '../fold/scope-key.ts';
import type { AgentConfigured, ContextCompacted } from '../ledger-event.ts';
import type { Step, ThreadState } from '../thread-state.ts';

/**
 * Every response that rewinds took back, also where the file of an import told it again since.
 *
 * @example
 * import { foldAll, type LedgerEvent } from '@toolthread/core';
 * const rewound: LedgerEvent = { v: 1, thread: 't1', seq: 16, at: 0, type: 'thread.rewound', to: 2 };
 * [...stepsTakenBack(foldAll([...exampleEvents, rewound]))].length; //=> 2
 */
export function* stepsTakenBack({ takenBack }: Pick<ThreadState, 'takenBack'>): Iterable<Step> {
  for (const { before, landed } of takenBack) {
    // It began before the place that the rewind lands on, and ended after it.
    for (const [key] of landed.openSteps.entries()) {
      const step = before.steps.get(key);
      if (step?.end !== undefined) yield step;
    }
    for (let index = landed.entries; index < before.log.length; index += 1) {
      const entry = before.log.at(index);
      const step = entry?.kind === 'step' ? before.steps.get(entry.step) : undefined;
      if (step !== undefined) yield step;
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

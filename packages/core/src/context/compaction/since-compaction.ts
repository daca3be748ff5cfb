import type { Step, ThreadState } from '../../ledger/thread-state.ts';

/**
 * The newest step of the scope that counts; `compacted` if there was none since the last compaction.
 *
 * @example
 * const step = sinceCompaction(exampleState, undefined);
 * step !== 'compacted' && step?.step; //=> 2
 */
export function sinceCompaction(state: ThreadState, scope: string | undefined): Step | 'compacted' | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'compaction' && entry.compaction.scope === scope) return 'compacted';
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step?.scope === scope && step?.end !== undefined && !step.end.discarded) return step;
  }
  return undefined;
}

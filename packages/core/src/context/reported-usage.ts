import type { Usage } from '../ledger/content.ts';
import type { ThreadState } from '../ledger/state.ts';

/** What the provider counted last, if nothing was compacted since: `reportedUsage(state, 'agent:coder')` */
export function reportedUsage(state: ThreadState, scope: string | undefined): Usage | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'compaction' && entry.compaction.scope === scope) return undefined;
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope || step.end === undefined || step.end.discarded) continue;
    return step.end.usage;
  }
  return undefined;
}

import { scopeKey } from '../fold/scope-key.ts';
import type { AgentConfigured, ContextCompacted } from '../ledger-event.ts';
import type { ThreadState } from '../thread-state.ts';
import { entriesFrom } from './entries-from.ts';

/** Every summary that rewinds took back, which was made and paid, and how the agent was set that wrote it. */
export function* compactionsTakenBack({ takenBack }: Pick<ThreadState, 'takenBack'>): Iterable<{
  readonly compaction: ContextCompacted;
  readonly config: AgentConfigured | undefined;
}> {
  for (const { before, landed } of takenBack)
    for (const entry of entriesFrom(before, landed.entries))
      if (entry.kind === 'compaction')
        yield { compaction: entry.compaction, config: before.scopes.get(scopeKey(entry.compaction.scope))?.config };
}

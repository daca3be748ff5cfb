import type { ThreadState } from '../ledger/thread-state.ts';
import { titleOf } from './title-of.ts';
import { newThread } from './timeline.ts';
import type { Thread } from './timeline.ts';

/**
 * The same thread without what was said in it so far: its names, numbers and settings, so that the events that follow fold as they
 * would have. For a ledger that is longer than the memory, read piece by piece.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const rest = threadAfter(exampleThread);
 * [rest.state.title, rest.state.seq === exampleState.seq, timeline(rest).items.length]; //=> ['Parser', true, 0]
 */
export function threadAfter({ state, drawn }: Thread): Thread {
  const fresh = newThread(state.id);
  return {
    state: {
      ...fresh.state,
      seq: state.seq,
      at: state.at,
      title: titleOf(state),
      workspace: state.workspace,
      origin: state.origin,
      source: state.source,
      life: state.life,
      lostFile: state.lostFile,
      placed: state.placed,
      scopes: withoutSummaries(state.scopes),
      messageCount: state.messageCount,
      account: state.account,
      anomalies: state.anomalies,
    },
    drawn: { ...fresh.drawn, view: { ...fresh.drawn.view, past: drawn.view.past } },
  };
}

/** A summary stands for what was before it, once: whoever is told what follows was told it. */
function withoutSummaries(all: ThreadState['scopes']): ThreadState['scopes'] {
  let scopes = all;
  for (const [key, scope] of all)
    if (scope.compaction !== undefined) scopes = scopes.set(key, { ...scope, compaction: undefined });
  return scopes;
}

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
  const {
    id,
    seq,
    at,
    title,
    workspace,
    origin,
    source,
    life,
    lostFile,
    placed,
    scopes,
    messageCount,
    account,
    anomalies,
  } = state;
  const fresh = newThread(id);
  const names = {
    seq,
    at,
    title,
    workspace,
    origin,
    source,
    life,
    lostFile,
    placed,
    scopes,
    messageCount,
    account,
    anomalies,
  };
  const view = { ...fresh.drawn.view, past: drawn.view.past };
  return { state: { ...fresh.state, ...names }, drawn: { ...fresh.drawn, view } };
}

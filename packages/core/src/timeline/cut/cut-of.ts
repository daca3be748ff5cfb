import { titleOf } from '../title-of.ts';
import { isPersonsWord } from '../../ledger/queries/hearing.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { scopeKind, scopesAtWork } from '../../ledger/scope-kind.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { seenBefore } from '../../ledger/work/seen-work.ts';
import type { Thread } from '../timeline.ts';
import type { ThreadCut } from './thread-cut.ts';

/**
 * The cut between a thread and the event that comes next; undefined if it cannot be cut there. It can where a person speaks to a thread in which nothing
 * is open: what follows is drawn below, and changes nothing above.
 *
 * @example
 * const said = { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'And now?' }] } as const;
 * cutOf(exampleThread, { ...said, v: 1, thread: 't1', seq: exampleState.seq + 1, at: 0 })?.items; //=> 3
 */
export function cutOf({ state, drawn }: Thread, next: LedgerEvent): ThreadCut | undefined {
  if (!breaksTurn(next) || next.seq !== state.seq + 1 || !isAtRest(state)) return undefined;
  const { id, seq, at, workspace, origin, source, agent, life, placed, chosen, messageCount, saved, work } = state;
  const { account, anomalies, scopes, nextSteps } = state;
  const { items, past } = drawn.view;
  return {
    v: 2,
    names: {
      id,
      seq,
      at,
      // The words that may have given it are before the cut.
      title: titleOf(state),
      workspace,
      origin,
      source,
      agent,
      life,
      lostFile: state.lostFile,
      placed,
      chosen,
      messageCount,
      saved,
      work,
    },
    // A child run belongs to a call before the cut: nothing that follows may speak of it (`reachesBack`).
    scopes: [...scopes.entries()].filter(([, { scope }]) => scopeKind(scope) !== 'child'),
    nextSteps: [...nextSteps.entries()].filter(([scope]) => scopeKind(scope === '' ? undefined : scope) !== 'child'),
    // How long there was work is asked of an import, or of what a fork of one copied: up to its own first run.
    seen: seenBefore(state.seen, source === undefined ? (work.began ?? Infinity) : Infinity),
    account: { ...account, hidden: [...account.hidden.entries()], malformed: account.malformed.toArray() },
    anomalies: { count: anomalies.count, first: anomalies.first.toArray() },
    items: items.length,
    past: { ends: [...past.ends.entries()], longResults: [...past.longResults.entries()] },
  };
}

function breaksTurn(event: LedgerEvent): boolean {
  return event.type === 'message.posted' && isPersonsWord(event) && event.delivery === 'now';
}

function isAtRest(state: ThreadState): boolean {
  const { openSteps, calls, queue, requests, life } = state;
  const isOpen = openSteps.size + calls.open.size + calls.early.size + queue.held.size + queue.said.size > 0;
  if (isOpen || life === 'closed' || scopesAtWork(state).length > 0) return false;
  for (const { settled } of requests.values()) if (settled === undefined) return false;
  return true;
}

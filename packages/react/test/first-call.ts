import { foldAll } from '@toolthread/core';
import type { Call, EventDraft, LedgerEvent, Outcome } from '@toolthread/core';
import type { ToolCompleted } from '@toolthread/core/events';

/** Drafts as the store would number them. */
export function ledgerOf(...drafts: readonly EventDraft[]): LedgerEvent[] {
  return drafts.map((draft, index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: 1_000 * index,
    ...draft,
  }));
}

/** The events of one call, from the step it belongs to. */
export function calling(name: string, args: string, ...then: readonly EventDraft[]): LedgerEvent[] {
  return ledgerOf(
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name, arguments: args },
    ...then,
  );
}

/** The end of that call: `calling('f', '{}', completed('done', 'ok'))`. */
export function completed(outcome: Outcome, text: string, more: Partial<ToolCompleted> = {}): EventDraft {
  return { type: 'agent.tool.completed', call: 'c1', outcome, parts: [{ type: 'text', text }], ...more };
}

/** The first call of a ledger. */
export function firstCall(events: readonly LedgerEvent[]): Call {
  for (const [, call] of foldAll(events).calls.byPlace.entries()) return call;
  throw new Error('the ledger has no call');
}

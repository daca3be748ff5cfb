import { scopeKey, stepKey } from '../../ledger/fold/scope-key.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { responseRow } from './usage-rows.ts';
import type { UsageRow } from './usage-rows.ts';

/**
 * What an event says that was used: by the response that it ends, or by the summary that it brings. `before` and `after` are the thread without it and with
 * it: an end that is told again ends nothing.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const before = foldAll(exampleEvents.slice(0, 12));
 * const ended = { v: 1, thread: 't1', seq: 13, at: 5, type: 'agent.step.completed', step: 2, finish_reason: 'stop' } as const;
 * const event = { ...ended, usage: { input_tokens: 600, output_tokens: 50 } };
 * eventUsage(before, foldAll([...exampleEvents.slice(0, 12), event]), event)?.input_tokens; //=> 600
 */
export function eventUsage(before: ThreadState, after: ThreadState, event: LedgerEvent): UsageRow | undefined {
  if (event.type === 'context.compacted') {
    const { usage, scope, at } = event;
    return usage === undefined ? undefined : responseRow(at, after.scopes.get(scopeKey(scope))?.config, usage);
  }
  if (event.type !== 'agent.step.completed') return undefined;
  const key = stepKey(event.scope, event.step);
  const step = after.steps.get(key);
  if (step?.end?.usage === undefined || before.steps.get(key)?.end !== undefined) return undefined;
  return responseRow(step.end.at, step.config, step.end.usage);
}

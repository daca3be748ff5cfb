import { type EventDraft, scopeKey, type Step, type ThreadState } from '@toolthread/core';
import type { Ledger, Result } from '@toolthread/store';

/** Ends waits for another attempt, when it is recorded who wanted that. False if nobody waits. */
export async function tryNow(
  ledger: Ledger,
  thread: string,
  by: string,
  waits: readonly (() => void)[],
): Promise<Result<boolean>> {
  if (waits.length === 0) return { ok: true, value: false };
  const state = await ledger.state(thread);
  if (!state.ok) return state;
  const drafts = [...state.value.steps.entries()]
    .map(([, step]) => step)
    .filter((step) => isWaiting(state.value, step))
    .map(({ scope, step }): EventDraft => ({
      type: 'run.retry.requested',
      step,
      by,
      ...(scope === undefined ? {} : { scope }),
    }));
  const written = await ledger.append(thread, drafts);
  if (!written.ok) return written;
  for (const end of waits) end();
  return { ok: true, value: true };
}

/** No other step follows it yet. */
function isWaiting({ nextSteps }: ThreadState, { scope, step, end }: Step): boolean {
  return end?.retry !== undefined && end.retry.by === undefined && nextSteps.get(scopeKey(scope)) === step + 1;
}

import type { JsonObject } from '../ledger/json/json.ts';
import type { Step, StepEnd } from '../ledger/thread-state.ts';

/** Whose step it is, in the ledger's own words. */
export function stepFields({ step, scope, config }: Step): JsonObject {
  const { provider, api, model } = config ?? {};
  return {
    step,
    ...(scope === undefined ? {} : { scope }),
    ...(provider === undefined || api === undefined || model === undefined ? {} : { provider, api, model }),
  };
}

/** How a step ended: the protocols say only that it did. */
export function stepEndFields({ reason, discarded, usage, durationMs, error }: StepEnd): object {
  return {
    finish_reason: reason,
    ...(discarded ? { discarded } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(error === undefined ? {} : { error }),
  };
}

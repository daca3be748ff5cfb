import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { usedTokens } from './estimate-tokens.ts';
import { sinceCompaction } from './since-compaction.ts';

/** How full a model's window was when it answered last. */
export interface ContextFill {
  /** As the provider counted, with its answer; after a compaction, about. */
  readonly tokens: number;
  readonly exact: boolean;
  /** How many there may be; undefined if nobody knows. */
  readonly window: number | undefined;
}

/**
 * How full the window is; undefined if nobody has counted yet.
 *
 * @example
 * contextFill(exampleState, undefined); //=> { tokens: 650, exact: true, window: undefined }
 */
export function contextFill(state: ThreadState, scope: string | undefined): ContextFill | undefined {
  const { config, compaction } = state.scopes.get(scopeKey(scope)) ?? {};
  const window = config?.context_tokens;
  const newest = sinceCompaction(state, scope);
  if (newest === 'compacted') {
    const tokens = compaction?.tokens_after;
    return tokens === undefined ? undefined : { tokens, exact: false, window };
  }
  const usage = newest?.end?.usage;
  return usage === undefined ? undefined : { tokens: usedTokens(usage), exact: true, window };
}

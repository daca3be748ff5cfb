/**
 * An epoch is a stretch of context that only grows. Reasoning is bound to everything before it, so it is given back only
 * within the epoch that made it: a compaction, or another model, system prompt or set of tools, starts a new one.
 */
import type { AgentConfigured, ContextCompacted } from '../../ledger/ledger-event.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { Step, ThreadState } from '../../ledger/thread-state.ts';

export function epochOf(
  state: ThreadState,
  scope: string | undefined,
  compaction: ContextCompacted | undefined,
): (step: Step) => 'this' | 'earlier' {
  const { config } = state.scopes.get(scopeKey(scope)) ?? {};
  const current = stampOf(config);
  // Most steps have the same settings as the one before.
  let last: { readonly config: AgentConfigured | undefined; readonly stamp: string } = { config, stamp: current };
  return (step) => {
    if (compaction !== undefined && step.seq < compaction.seq) return 'earlier';
    if (step.config !== last.config) last = { config: step.config, stamp: stampOf(step.config) };
    return last.stamp === current ? 'this' : 'earlier';
  };
}

function stampOf(config: AgentConfigured | undefined): string {
  if (config === undefined) return '';
  const { provider, api, model, system_hash: system, tools_hash: tools } = config;
  return JSON.stringify([provider, api, model, system ?? '', tools ?? '']);
}

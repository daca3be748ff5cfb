import { createHash } from 'node:crypto';
import type { EventDraft } from '@toolthread/core';
import type { AgentConfigured } from '@toolthread/core/events';
import type { Run } from '../run/run.ts';
import type { Tool } from '../tool/tool.ts';

/** The event that names the run's model, prompt and tools; nothing where the ledger says the same already. */
export function configuration(run: Run, given: readonly Tool[]): readonly EventDraft[] {
  const { provider, api, model } = run.model;
  const tools = given.map(({ name, description, parameters }) => [name, description, parameters]);
  const draft: EventDraft & { type: 'agent.configured' } = {
    type: 'agent.configured',
    provider,
    api,
    model,
    system_hash: hashOf(run.system ?? ''),
    tools_hash: hashOf(JSON.stringify(tools)),
  };
  return isSame(run.own()?.config, draft) ? [] : [draft];
}

function isSame(known: AgentConfigured | undefined, draft: EventDraft & { type: 'agent.configured' }): boolean {
  if (known === undefined) return false;
  const keys = ['provider', 'api', 'model', 'system_hash', 'tools_hash'] as const;
  return keys.every((key) => known[key] === draft[key]);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';
import type { EventDraft } from '@toolthread/core';
import type { AgentConfigured } from '@toolthread/core/events';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import type { Tool } from '../tool/tool.ts';
import { toolSchemas } from './tool-schemas.ts';

/**
 * `await configuration(run, tools)`: the event that names the run's model, prompt and tools; nothing if the ledger says the same already.
 * Prompt and tools are kept as blobs: only so can anybody see later what the model was told.
 */
export async function configuration(run: Run, given: readonly Tool[]): Promise<readonly EventDraft[]> {
  const { provider, api, model, contextTokens } = run.model;
  const tools = given.map(({ name, description, parameters }) => [name, description, parameters]);
  const draft: EventDraft & { type: 'agent.configured' } = {
    type: 'agent.configured',
    provider,
    api,
    model,
    ...(contextTokens === undefined ? {} : { context_tokens: contextTokens }),
    system_hash: hashOf(run.system ?? ''),
    tools_hash: hashOf(JSON.stringify(tools)),
  };
  return isSame(run.own()?.config, draft) ? [] : [{ ...draft, ...(await kept(run, given)) }];
}

async function kept(
  { blobs, system, secrets }: Run,
  tools: readonly Tool[],
): Promise<Pick<AgentConfigured, 'system_blob' | 'tools_blob'>> {
  if (blobs === undefined) return {};
  const told = JSON.stringify(await toolSchemas(tools, new Redactor(secrets)));
  const texts = system === undefined ? [told] : [told, system];
  const [toolsBlob, systemBlob] = await blobs.putAll(texts.map((text) => new TextEncoder().encode(text)));
  return {
    ...(systemBlob === undefined ? {} : { system_blob: systemBlob }),
    ...(toolsBlob === undefined ? {} : { tools_blob: toolsBlob }),
  };
}

function isSame(known: AgentConfigured | undefined, draft: EventDraft & { type: 'agent.configured' }): boolean {
  if (known === undefined) return false;
  const keys = ['provider', 'api', 'model', 'context_tokens', 'system_hash', 'tools_hash'] as const;
  return keys.every((key) => known[key] === draft[key]);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

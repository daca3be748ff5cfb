import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInTools, hasWork, policyFromFile, recoverRun, runAgent, standardRules } from '@toolthread/agent';
import type { Model } from '@toolthread/core';
import type { Agent, ServerInfo } from '@toolthread/server';
import type { ServeOptions } from './serve-options.ts';

const SYSTEM =
  'You are a careful assistant that works in one folder with the tools you are given. Say briefly what you do.';

/** A real model with the built-in tools. Looking is free; everything else asks, unless the policy file says otherwise. */
export function modelAgent(model: Model, { data, workspace }: ServeOptions, secrets: readonly string[]): Agent {
  const policy = policyFromFile({ file: join(data, 'policy.json'), rules: standardRules, otherwise: 'ask' });
  return {
    hasWork,
    recover: recoverRun,
    run: async (input) => {
      const folder = workspace ?? join(data, 'workspaces', input.thread.id);
      await mkdir(folder, { recursive: true });
      return runAgent({ ...input, model, tools: builtInTools, policy, system: SYSTEM, workspace: folder, secrets });
    },
  };
}

export function modelInfo(model: Model): ServerInfo {
  return {
    agent: model.model,
    prompts: ['What is in this folder?', 'Find what is worth testing here, and ask me where to begin.'].map((text) => ({
      title: text,
      text,
    })),
  };
}

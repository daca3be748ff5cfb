import { join } from 'node:path';
import { hasWork, recoverRun, runAgent } from '@toolthread/agent';
import { demoPolicy, demoPrompts, demoScript, demoTools, prepareDemoWorkspace } from '@toolthread/agent/demo';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Agent, ServerInfo } from '@toolthread/server';

export const demoInfo: ServerInfo = {
  agent: 'demo agent',
  prompts: demoPrompts.map(({ prompt, shows }) => ({ title: shows, text: prompt })),
};

/** Scripted words, real tools: each thread has a scratch workspace of its own below the data folder. */
export function demoAgent(data: string): Agent {
  const speed = Number(process.env['TOOLTHREAD_DEMO_SPEED'] ?? 1);
  const model = scriptedModel(demoScript, { model: 'demo', speed });
  return {
    hasWork,
    recover: recoverRun,
    run: async (input) => {
      const workspace = join(data, 'workspaces', input.thread.id);
      await prepareDemoWorkspace(workspace);
      return runAgent({ ...input, model, tools: demoTools, policy: demoPolicy, workspace });
    },
  };
}

import {
  BUILT_IN_MEMBERS,
  compactTeam,
  compactThread,
  hasWork,
  policyFromFile,
  recoverRun,
  runAgent,
  runTeam,
} from '@toolthread/agent';
import {
  demoMembers,
  demoPolicy,
  demoPrompts,
  demoScript,
  demoTeamHasWork,
  demoTools,
  isDemoTeamThread,
  prepareDemoWorkspace,
} from '@toolthread/agent/demo';
import type { Policy, Tool } from '@toolthread/agent';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Agent, ServerInfo } from '@toolthread/server';
import type { KnownSecrets } from './known-secrets.ts';
import { policyFile } from './model-agent.ts';
import type { ServeOptions } from './options/serve-options.ts';
import type { KnownRoots } from '../workspaces/known-roots.ts';
import { hidingData } from '../workspaces/hiding-data.ts';
import { filesFor } from '../workspaces/files-for.ts';
import { hiddenFrom, workspaceOf } from '../workspaces/workspace-of.ts';

export const demoInfo: ServerInfo = {
  agent: 'demo agent',
  members: BUILT_IN_MEMBERS,
  prompts: demoPrompts.map(({ prompt, shows, language }) => ({ title: shows, text: prompt, language })),
};

/** As large as those of real models, so that the page has something to show. */
const DEMO_WINDOW = 200_000;

export interface DemoAgent extends Agent {
  readonly model: Pick<Model, 'provider' | 'model'>;
}

/** Scripted words, real tools: each thread has a scratch workspace of its own below the data folder. */
export function demoAgent(
  options: Pick<ServeOptions, 'data' | 'node' | 'workspace' | 'workspaces' | 'logRequests'>,
  known: Pick<KnownSecrets, 'list'>,
  roots: Pick<KnownRoots, 'folders' | 'make' | 'holds'>,
): DemoAgent {
  const speed = Number(process.env['TOOLTHREAD_DEMO_SPEED'] ?? 1);
  const model = scriptedModel(demoScript, { model: demoInfo.agent, speed, contextTokens: DEMO_WINDOW });
  const scripted = demoMembers((pieces) => scriptedModel(() => pieces, { model: demoInfo.agent, speed }));
  const workspaceFor = (thread: string): string => workspaceOf({ ...options, workspace: undefined }, thread);
  const toolsIn = (works: string, tools: readonly Tool[]): readonly Tool[] =>
    hidingData(tools, hiddenFrom(works, options, roots));
  const kept = policyFromFile({ file: policyFile(options), rules: [], otherwise: 'ask' });
  // What is always allowed is where the settings list it, and where it is revoked.
  const policy: Policy = { ...kept, ...demoPolicy };
  return {
    model,
    hasWork: (thread, scope, now) =>
      isDemoTeamThread(thread) ? demoTeamHasWork(thread, now) : hasWork(thread, scope, now),
    recover: recoverRun,
    tools: (thread) => (isDemoTeamThread(thread) ? scripted.flatMap(({ tools }) => tools) : demoTools),
    run: async (input) => {
      const workspace = workspaceFor(input.thread.id);
      const files = await filesFor(roots, input.thread, workspace);
      if (files.workspace !== undefined) await prepareDemoWorkspace(workspace);
      const secrets = known.list();
      if (isDemoTeamThread(input.thread)) {
        const members = scripted.map((one) => ({ ...one, tools: toolsIn(workspace, one.tools) }));
        return runTeam({ ...input, members, leader: 'pm', policy, ...files, secrets });
      }
      return runAgent({
        ...input,
        model,
        tools: toolsIn(workspace, demoTools),
        policy,
        ...files,
        secrets,
      });
    },
    compact: (input) => {
      const secrets = known.list();
      if (isDemoTeamThread(input.thread)) return compactTeam({ ...input, members: scripted, policy, secrets });
      return compactThread({ ...input, model, tools: demoTools, policy, secrets });
    },
  };
}

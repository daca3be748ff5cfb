import {
  BUILT_IN_MEMBERS,
  compactTeam,
  compactThread,
  hasWork,
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
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Agent, ServerInfo } from '@toolthread/server';
import type { KnownSecrets } from './known-secrets.ts';
import type { ServeOptions } from './serve-options.ts';
import { workspaceOf } from './workspace-of.ts';

export const demoInfo: ServerInfo = {
  agent: 'demo agent',
  members: BUILT_IN_MEMBERS,
  prompts: demoPrompts.map(({ prompt, shows }) => ({ title: shows, text: prompt })),
};

/** As large as those of real models, so that the page has something to show. */
const DEMO_WINDOW = 200_000;

export interface DemoAgent extends Agent {
  readonly model: Pick<Model, 'provider' | 'model'>;
}

/** Scripted words, real tools: each thread has a scratch workspace of its own below the data folder. */
export function demoAgent(
  { data, node }: Pick<ServeOptions, 'data' | 'node'>,
  known: Pick<KnownSecrets, 'list'>,
): DemoAgent {
  const speed = Number(process.env['TOOLTHREAD_DEMO_SPEED'] ?? 1);
  const model = scriptedModel(demoScript, { model: demoInfo.agent, speed, contextTokens: DEMO_WINDOW });
  const members = demoMembers((pieces) => scriptedModel(() => pieces, { model: demoInfo.agent, speed }));
  return {
    model,
    hasWork: (thread, scope, now) =>
      isDemoTeamThread(thread) ? demoTeamHasWork(thread, now) : hasWork(thread, scope, now),
    recover: recoverRun,
    tools: (thread) => (isDemoTeamThread(thread) ? members.flatMap(({ tools }) => tools) : demoTools),
    run: async (input) => {
      const workspace = workspaceOf({ data, workspace: undefined, node }, input.thread.id);
      await prepareDemoWorkspace(workspace);
      const secrets = known.list();
      if (isDemoTeamThread(input.thread)) {
        return runTeam({ ...input, members, leader: 'pm', policy: demoPolicy, workspace, secrets });
      }
      return runAgent({ ...input, model, tools: demoTools, policy: demoPolicy, workspace, secrets });
    },
    compact: (input) => {
      const secrets = known.list();
      if (isDemoTeamThread(input.thread)) return compactTeam({ ...input, members, policy: demoPolicy, secrets });
      return compactThread({ ...input, model, tools: demoTools, policy: demoPolicy, secrets });
    },
  };
}

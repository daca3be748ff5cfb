import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BUILT_IN_MEMBERS,
  builtInMembers,
  builtInTools,
  hasWork,
  isTeamThread,
  policyFromFile,
  recoverRun,
  runAgent,
  runTeam,
  standardRules,
  teamHasWork,
} from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import type { Agent, ServerInfo } from '@toolthread/server';
import { hidingData } from './hiding-data.ts';
import type { KnownSecrets } from './known-secrets.ts';
import type { ServeOptions } from './serve-options.ts';
import { workspaceOf } from './workspace-of.ts';

const SYSTEM =
  'You are a careful assistant that works in one folder with the tools you are given. Say briefly what you do.';

export interface ModelEquipment {
  /** Tools beside the built-in ones. */
  readonly tools: readonly Tool[];
  readonly secrets: Pick<KnownSecrets, 'list'>;
}

/** A real model with its tools. Tools that only read run without asking; all others ask, unless the policy file allows them. */
export function modelAgent(model: Model, options: ServeOptions, equipment: ModelEquipment): Agent {
  const { data, workspace, logRequests } = options;
  const own = logRequests === undefined ? [data] : [data, logRequests];
  const tools = [...hidingData(builtInTools, own), ...equipment.tools];
  const policy = policyFromFile({ file: policyFile({ data }), rules: standardRules, otherwise: 'ask' });
  const members = builtInMembers(model).map((one) => ({ ...one, tools: hidingData(one.tools, own) }));
  const isTeam = (thread: ThreadState): boolean => isTeamThread(thread, BUILT_IN_MEMBERS);
  return {
    hasWork: (thread, scope, now) =>
      isTeam(thread) ? teamHasWork(thread, BUILT_IN_MEMBERS, now) : hasWork(thread, scope, now),
    recover: recoverRun,
    tools: (thread) => (isTeam(thread) ? members.flatMap((member) => member.tools) : tools),
    run: async (input) => {
      const folder = workspaceOf({ data, workspace }, input.thread.id);
      await mkdir(folder, { recursive: true });
      const secrets = equipment.secrets.list();
      if (isTeam(input.thread)) {
        return runTeam({ ...input, members, leader: BUILT_IN_MEMBERS[0], policy, workspace: folder, secrets });
      }
      return runAgent({ ...input, model, tools, policy, system: SYSTEM, workspace: folder, secrets });
    },
  };
}

/** `policyFile({ data: '/home/me/.local/share/toolthread' })` */
export function policyFile({ data }: Pick<ServeOptions, 'data'>): string {
  return join(data, 'policy.json');
}

export function modelInfo(model: Model): ServerInfo {
  return {
    agent: model.model,
    members: BUILT_IN_MEMBERS,
    prompts: ['What is in this folder?', 'Find what is worth testing here, and ask me where to begin.'].map((text) => ({
      title: text,
      text,
    })),
  };
}

import { join } from 'node:path';
import {
  BUILT_IN_MEMBERS,
  builtInMembers,
  builtInTools,
  compactTeam,
  compactThread,
  hasWork,
  isTeamThread,
  policyInMode,
  recoverRun,
  runAgent,
  runTeam,
  teamHasWork,
} from '@toolthread/agent';
import type { Member, Tool } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import type { Agent, ServerInfo } from '@toolthread/server';
import type { ModelSettings } from './agents/chosen-agent.ts';
import type { KnownRoots } from '../workspaces/known-roots.ts';
import { filesFor } from '../workspaces/files-for.ts';
import { hidingData } from '../workspaces/hiding-data.ts';
import type { KnownSecrets } from './known-secrets.ts';
import type { ServeOptions } from './options/serve-options.ts';
import { hiddenFrom, workspaceOf } from '../workspaces/workspace-of.ts';

const SYSTEM =
  'You are a careful assistant that works in one folder with the tools you are given. Say briefly what you do.';

export interface ModelEquipment {
  /** Tools beside the built-in ones; if some are not known yet, it waits for them. */
  readonly tools: (signal?: AbortSignal) => Promise<readonly Tool[]>;
  readonly secrets: Pick<KnownSecrets, 'list'>;
  readonly roots: Pick<KnownRoots, 'folders' | 'make' | 'holds'>;
}

/** A real model with its tools. Tools that only read run without asking; all others ask, unless the policy file or the mode allows them. */
export function modelAgent(
  as: 'one' | 'team' | 'as asked',
  { model, folder, approval }: ModelSettings,
  options: ServeOptions,
  equipment: ModelEquipment,
): Agent {
  const toolsIn = async (works: string, signal?: AbortSignal): Promise<readonly Tool[]> => [
    ...hidingData(builtInTools, hiddenFrom(works, options, equipment.roots)),
    ...(await equipment.tools(signal)),
  ];
  const membersIn = (works: string, answers: Model): readonly Member[] =>
    builtInMembers(answers).map((one) => ({
      ...one,
      tools: hidingData(one.tools, hiddenFrom(works, options, equipment.roots)),
    }));
  const policy = policyInMode({ file: policyFile(options) }, approval);
  const isTeam = (thread: ThreadState): boolean =>
    as === 'as asked' ? isTeamThread(thread, BUILT_IN_MEMBERS) : as === 'team';
  return {
    hasWork: (thread, scope, now) =>
      isTeam(thread) ? teamHasWork(thread, BUILT_IN_MEMBERS, now) : hasWork(thread, scope, now),
    recover: recoverRun,
    tools: async (thread) => {
      const works = workspaceOf(options, thread.id);
      return isTeam(thread) ? membersIn(works, await model()).flatMap((member) => member.tools) : toolsIn(works);
    },
    run: async (input) => {
      const works = (await folder()) ?? workspaceOf(options, input.thread.id);
      const files = await filesFor(equipment.roots, input.thread, works);
      const secrets = equipment.secrets.list();
      const answers = await model();
      if (isTeam(input.thread)) {
        const team = { members: membersIn(works, answers), leader: BUILT_IN_MEMBERS[0] };
        return runTeam({ ...input, ...team, policy, ...files, secrets });
      }
      return runAgent({
        ...input,
        model: answers,
        tools: await toolsIn(works, input.signal),
        policy,
        system: SYSTEM,
        ...files,
        secrets,
      });
    },
    compact: async (input) => {
      const secrets = equipment.secrets.list();
      const answers = await model();
      const works = workspaceOf(options, input.thread.id);
      if (isTeam(input.thread)) return compactTeam({ ...input, members: membersIn(works, answers), policy, secrets });
      const tools = await toolsIn(works, input.signal);
      return compactThread({ ...input, model: answers, tools, policy, system: SYSTEM, secrets });
    },
  };
}

/** `policyFile({ data: '/home/me/.local/share/toolthread' })` */
export function policyFile({ data }: Pick<ServeOptions, 'data'>): string {
  return join(data, 'policy.json');
}

/** What the page offers to begin with, first in English. */
const PROMPTS = [
  ['en', 'What is in this folder?'],
  ['en', 'Find what is worth testing here, and ask me where to begin.'],
  ['de', 'Was ist in diesem Ordner?'],
  ['de', 'Finde, was sich hier zu testen lohnt, und frag mich, wo du anfangen sollst.'],
] as const;

export function modelInfo(model: Model): ServerInfo {
  return {
    agent: model.model,
    members: BUILT_IN_MEMBERS,
    prompts: PROMPTS.map(([language, text]) => ({ title: text, text, language })),
  };
}

import { foldOnto, memberScope } from '@toolthread/core';
import { compactThread } from '../loop/compact-thread.ts';
import type { Compacted } from '../loop/make-room.ts';
import type { TeamOptions } from './run-team.ts';

/**
 * Summarises what each member of a team has in its context, one after the other.
 *
 * @example
 * import { builtInMembers, policyByTool } from '@toolthread/agent';
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * const members = builtInMembers(scriptedModel([]));
 * const { signal } = new AbortController();
 * const policy = policyByTool({}, 'ask');
 * await compactTeam({ thread: exampleState, append: async () => [], members: members.slice(0, 0), policy, signal }); //=> 'nothing'
 */
export async function compactTeam({ members, ...shared }: Omit<TeamOptions, 'leader'>): Promise<Compacted> {
  const outcomes: Compacted[] = [];
  let { thread } = shared;
  for (const { name, model, tools, system, limits } of members) {
    const append: typeof shared.append = async (drafts) => {
      const events = await shared.append(drafts);
      thread = foldOnto(thread, events);
      return events;
    };
    const own = { model, tools, system, limits: { ...shared.limits, ...limits }, scope: memberScope(name) };
    outcomes.push(await compactThread({ ...shared, ...own, thread, append }));
  }
  return outcomes.find((one) => one === 'compacted') ?? outcomes.find((one) => one === 'no summary') ?? 'nothing';
}

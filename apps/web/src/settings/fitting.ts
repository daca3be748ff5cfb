import type { AgentChoice, ListedAgents } from '@toolthread/server/answers';

/** What of an earlier choice can still be had: a key may be gone, or a folder. Folders that were typed are the server's to judge. */
export function fitting(
  choice: AgentChoice,
  { agents, providers, workspaces, below, usual }: ListedAgents,
): AgentChoice {
  const { agent, provider, model, workspace, approval } = choice;
  if (agent === undefined || !agents.includes(agent)) return {};
  if (agent === 'demo') return usual.agent === 'demo' ? {} : { agent };
  const offered = providers.find(({ name }) => name === provider)?.models ?? [];
  const hasModel = provider !== undefined && model !== undefined && offered.includes(model);
  if (!hasModel && usual.agent === 'demo') return {};
  const hasFolder = workspace !== undefined && (workspaces.includes(workspace) || below.length > 0);
  return {
    agent,
    ...(hasModel ? { provider, model } : {}),
    ...(hasFolder ? { workspace } : {}),
    ...(approval === undefined ? {} : { approval }),
  };
}

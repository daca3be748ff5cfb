/** Who may answer in a thread of this server, and where: what a person chooses from, and what becomes of a choice. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentChoice, AgentChoices, ListedProvider } from '@toolthread/server';
import { judgeFolder } from './allowed-folders.ts';
import type { AllowedFolders } from './allowed-folders.ts';

export interface AgentChoicesOptions {
  readonly folders: AllowedFolders;
  readonly providers: () => Promise<readonly ListedProvider[]>;
  /** What holds where nobody chooses: a model, by its name, and a folder; else the demo agent. */
  readonly usual: AgentChoice;
  readonly withoutSecrets: (text: string) => string;
}

const AGENTS = ['demo', 'built-in', 'team'] as const;
/** Of folders that are offered. Others can be named. */
const MOST_FOLDERS = 200;

/** `createServer({ agents: agentChoices(options) })` */
export function agentChoices(options: AgentChoicesOptions): AgentChoices {
  const { folders, providers, usual, withoutSecrets } = options;
  const { workspace, ...unplaced } = usual;
  return {
    list: async () => {
      const listed = await providers();
      const hasModel = usual.agent !== 'demo' || listed.some(({ models }) => models.length > 0);
      const workspaces = await offered([...folders.named, ...(await foldersBelow(folders))], folders);
      return {
        agents: hasModel ? AGENTS : ['demo'],
        providers: listed,
        workspaces: workspaces.filter((path) => withoutSecrets(path) === path).slice(0, MOST_FOLDERS),
        below: folders.below,
        usual: workspace !== undefined && withoutSecrets(workspace) !== workspace ? unplaced : usual,
      };
    },
    judge: async (choice) => {
      const told = Object.values(choice).join('\n');
      if (withoutSecrets(told) !== told) return refused('There is a secret in this choice. Nothing was recorded.');
      if (!AGENTS.some((name) => name === (choice.agent ?? usual.agent))) return refused('There is no such agent.');
      const problem = await modelProblem(choice, options);
      if (problem !== undefined) return refused(problem);
      if (choice.workspace === undefined) return { ok: true, choice };
      const judged = await judgeFolder(choice.workspace, folders);
      return judged.ok ? { ok: true, choice: { ...choice, workspace: judged.folder } } : refused(judged.problem);
    },
  };
}

async function modelProblem(
  { agent, provider, model, workspace }: AgentChoice,
  { providers, usual }: AgentChoicesOptions,
): Promise<string | undefined> {
  if ((agent ?? usual.agent) === 'demo') {
    if (provider !== undefined || model !== undefined) return 'The demo agent has no model.';
    return workspace === undefined ? undefined : 'The demo agent works in a folder of its own.';
  }
  if (provider === undefined) {
    if (model !== undefined) return 'Say whose model it is: give provider, too.';
    return usual.agent === 'demo' ? 'Choose a model: none was set up for this server.' : undefined;
  }
  const found = (await providers()).find(({ name }) => name === provider);
  if (found === undefined) return 'There is no such provider.';
  const by = found.by.join(', ');
  if (found.state === 'missing')
    return found.kind === 'provider' ? `It has no key: set ${by}.` : `Nothing answers at ${by}.`;
  if (model === undefined) return 'Say which model.';
  return found.models.includes(model) ? undefined : 'It does not offer this model.';
}

/** Those that could be chosen, as they really are: a link that leads elsewhere would be refused, and the folder of the data. */
async function offered(paths: readonly string[], folders: AllowedFolders): Promise<readonly string[]> {
  const judged = await Promise.all(paths.map((path) => judgeFolder(path, folders)));
  return [...new Set(judged.flatMap((one) => (one.ok ? [one.folder] : [])))];
}

/** What is right below: projects, mostly. */
async function foldersBelow({ below }: AllowedFolders): Promise<readonly string[]> {
  const found: string[] = [];
  for (const root of below) {
    found.push(root);
    const names = await readdir(root).catch(() => []);
    for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
      if (name.startsWith('.') || found.length >= MOST_FOLDERS) continue;
      const isFolder = await stat(join(root, name)).then(
        (one) => one.isDirectory(),
        () => false,
      );
      if (isFolder) found.push(join(root, name));
    }
  }
  return found;
}

function refused(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

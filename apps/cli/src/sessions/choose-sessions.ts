/** Which sessions a command is about: `--agent NAME`, `--project WORDS`. */
import type { Trouble } from '../system-trouble.ts';
import { inWords, paragraph } from '../terminal/paragraph.ts';
import type { Session } from './kept-summaries.ts';

export const CHOICE = { agent: { type: 'string' }, project: { type: 'string' } } as const;

interface Choice {
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

/** The rows of the help, for these agents. */
export function choiceHelp(agents: readonly string[]): string {
  return `  --agent NAME      ${paragraph(`only those of ${inWords(agents, 'or')}`, 20)}
  --project WORDS   only those whose folder's path contains these words`;
}

/** Undefined if the agent is one of them, or none is named: `choiceTrouble('sessions', { agent: 'codex' }, AGENTS)`. */
export function choiceTrouble(command: string, { agent }: Choice, agents: readonly string[]): Trouble | undefined {
  if (agent === undefined || agents.includes(agent)) return undefined;
  const what = `--agent needs one of ${agents.join(', ')}, not "${agent}".`;
  return { ok: false, what, whatToDo: `toolthread ${command} --agent codex` };
}

export function chooseSessions<S extends Session>(
  all: readonly S[],
  { agent, project = '' }: Choice,
  agentOf: (session: S) => string = (session) => session.agent,
): S[] {
  return all
    .filter((session) => agent === undefined || agentOf(session) === agent)
    .filter(({ summary }) => summary.project.toLowerCase().includes(project.toLowerCase()));
}

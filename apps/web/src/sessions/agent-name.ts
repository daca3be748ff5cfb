/** Other agents: what they are called, and how a session of theirs is gone on with, where their own documentation says it. */

interface ForeignAgent {
  readonly name: string;
  readonly resume?: string;
}

const AGENTS: { readonly [format: string]: ForeignAgent } = {
  'claude-code': { name: 'Claude Code', resume: 'claude --resume' },
  codex: { name: 'Codex', resume: 'codex resume' },
  opencode: { name: 'opencode', resume: 'opencode --session' },
  pi: { name: 'pi' },
  gemini: { name: 'Gemini CLI', resume: 'gemini --resume' },
  qwen: { name: 'Qwen Code', resume: 'qwen --resume' },
  copilot: { name: 'GitHub Copilot CLI' },
  kimi: { name: 'Kimi CLI', resume: 'kimi --session' },
  amp: { name: 'Amp' },
  cursor: { name: 'Cursor CLI' },
  cline: { name: 'Cline' },
};

/** `agentName('codex') === 'Codex'` */
export function agentName(format: string): string {
  return agentOf(format)?.name ?? format;
}

/** `resumeCommand('codex', '5f0c') === 'codex resume 5f0c'`. An id that a shell could read otherwise is none. */
export function resumeCommand(format: string, session: string | undefined): string | undefined {
  const resume = agentOf(format)?.resume;
  return resume === undefined || !/^\w[\w-]{0,127}$/.test(session ?? '') ? undefined : `${resume} ${session}`;
}

function agentOf(format: string): ForeignAgent | undefined {
  return Object.hasOwn(AGENTS, format) ? AGENTS[format] : undefined;
}

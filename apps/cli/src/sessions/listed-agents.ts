/** What the programs are called whose sessions can be read: in help, in this order. */
import type { Format } from '@toolthread/transcripts';
import { AGENTS } from './session-file.ts';

/** A format that is not named here does not compile. Undefined: no agent's own, but a form of messages. */
const NAMES: { readonly [format in Format]: string | undefined } = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'opencode',
  pi: 'pi',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
  copilot: 'GitHub Copilot CLI',
  kimi: 'Kimi CLI',
  amp: 'Amp',
  cursor: 'Cursor CLI',
  cline: 'Cline',
  unified: undefined,
  contract: undefined,
  chat: undefined,
  'ai-sdk': undefined,
  anthropic: undefined,
  openai: undefined,
  'tool-text': undefined,
  ledger: undefined,
};

/** Whose sessions can be opened. */
export const READ_AGENTS: readonly string[] = Object.values(NAMES).filter((name) => name !== undefined);

/** Whose sessions are found on this computer. */
export const LISTED_AGENTS: readonly string[] = AGENTS.map((agent) => NAMES[agent] ?? agent);

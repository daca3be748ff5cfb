/** The names of the programs whose sessions can be read. It needs no reader: pages and helps name agents without reading anything. */
import type { Format } from '../transcript/format-reader.ts';

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

/** The names of all agents whose sessions can be read, in the order in which they are shown. */
export const agentNames: readonly string[] = Object.values(NAMES).filter((name) => name !== undefined);

/**
 * What the agent is called that writes a format; the format itself if it is no agent's own.
 *
 * @example
 * agentName('codex'); //=> 'Codex'
 * agentName('openai'); //=> 'openai'
 */
export function agentName(format: string): string {
  const known = Object.entries(NAMES).find(([name]) => name === format);
  return known?.[1] ?? format;
}

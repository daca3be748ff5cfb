import type { Format } from '../../src/index.ts';
import { ampTokens } from './amp-tokens.ts';
import { claudeCodeTokens } from './claude-code-tokens.ts';
import { clineTokens } from './cline-tokens.ts';
import { codexTokens } from './codex-tokens.ts';
import { copilotTokens } from './copilot-tokens.ts';
import { cursorTokens } from './cursor-tokens.ts';
import { geminiTokens } from './gemini-tokens.ts';
import { kimiTokens } from './kimi-tokens.ts';
import { anthropicTokens, chatTokens, messagesIn } from './message-list-tokens.ts';
import { opencodeTokens } from './opencode-tokens.ts';
import { piTokens } from './pi-tokens.ts';
import { qwenTokens } from './qwen-tokens.ts';
import { responsesTokens } from './responses-tokens.ts';
import type { Token } from './token.ts';

type SecondReading = (records: readonly unknown[]) => readonly Token[];

/** Our own formats, stored messages of the five notes (`seeds/` tests them), and the AI SDK's, which its own program reads in tests. */
export const READ_ONCE = ['ledger', 'tool-text', 'unified', 'contract', 'chat', 'ai-sdk'] as const;

const READINGS: { readonly [format in Exclude<Format, (typeof READ_ONCE)[number]>]: SecondReading } = {
  amp: ([document]) => ampTokens(document),
  anthropic: anthropicTokens,
  'claude-code': claudeCodeTokens,
  cline: clineTokens,
  codex: codexTokens,
  copilot: copilotTokens,
  cursor: cursorTokens,
  gemini: geminiTokens,
  kimi: kimiTokens,
  openai: openaiTokens,
  opencode: ([document]) => opencodeTokens(document),
  pi: piTokens,
  qwen: qwenTokens,
};

/** What a file of that format holds, by its records; a document is one record. */
export const SECOND_READINGS: { readonly [format in Format]?: SecondReading } = READINGS;

/** Items of the Responses API have a type; messages of Chat Completions have none. */
function openaiTokens(records: readonly unknown[]): readonly Token[] {
  const messages = messagesIn(records);
  const areItems = messages.some((message) => message['type'] !== undefined);
  return areItems ? responsesTokens(messages) : chatTokens(records);
}

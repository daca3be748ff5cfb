import type { Format } from '../../src/index.ts';
import { claudeCodeTokens } from './claude-code-tokens.ts';
import { codexTokens } from './codex-tokens.ts';
import { geminiTokens } from './gemini-tokens.ts';
import { opencodeTokens } from './opencode-tokens.ts';
import { piTokens } from './pi-tokens.ts';
import { anthropicTokens, chatTokens, messagesIn } from './message-list-tokens.ts';
import type { Token } from './token.ts';

/** What a file of that format holds, by its records; a document is one record. */
export const SECOND_READINGS: { readonly [format in Format]?: (records: readonly unknown[]) => readonly Token[] } = {
  anthropic: anthropicTokens,
  'claude-code': claudeCodeTokens,
  codex: codexTokens,
  gemini: geminiTokens,
  openai: openaiTokens,
  opencode: ([document]) => opencodeTokens(document),
  pi: piTokens,
};

/** Items of the Responses API have a type; messages of Chat Completions have none. */
function openaiTokens(records: readonly unknown[]): readonly Token[] {
  const messages = messagesIn(records);
  const areItems = messages.some((message) => message['type'] !== undefined);
  if (!areItems) return chatTokens(records);
  return codexTokens(
    messages.map((message) => (message['type'] === undefined ? { ...message, type: 'message' } : message)),
  );
}

import type { Format } from '../../src/index.ts';
import { claudeCodeTokens } from './claude-code-tokens.ts';
import { codexTokens } from './codex-tokens.ts';
import { geminiTokens } from './gemini-tokens.ts';
import { opencodeTokens } from './opencode-tokens.ts';
import { piTokens } from './pi-tokens.ts';
import type { Token } from './token.ts';

/** What a file of that format holds, by its records; a document is one record. */
export const SECOND_READINGS: { readonly [format in Format]?: (records: readonly unknown[]) => readonly Token[] } = {
  'claude-code': claudeCodeTokens,
  codex: codexTokens,
  gemini: geminiTokens,
  opencode: ([document]) => opencodeTokens(document),
  pi: piTokens,
};

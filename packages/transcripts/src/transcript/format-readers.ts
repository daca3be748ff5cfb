import { aiSdkReader } from '../ai-sdk/ai-sdk-reader.ts';
import { ampReader } from '../amp/amp-reader.ts';
import { anthropicReader } from '../anthropic/anthropic-reader.ts';
import { chatReader } from '../chat/chat-reader.ts';
import { claudeCodeReader } from '../claude-code/claude-code-reader.ts';
import { clineReader } from '../cline/cline-reader.ts';
import { codexReader } from '../codex/codex-reader.ts';
import { contractReader } from '../contract/contract-reader.ts';
import { copilotReader } from '../copilot/copilot-reader.ts';
import { cursorReader } from '../cursor/cursor-reader.ts';
import { geminiReader } from '../gemini/gemini-reader.ts';
import { kimiReader } from '../kimi/kimi-reader.ts';
import { ledgerReader } from '../ledger/ledger-reader.ts';
import { openaiReader } from '../openai/openai-reader.ts';
import { opencodeReader } from '../opencode/opencode-reader.ts';
import { piReader } from '../pi/pi-reader.ts';
import { qwenReader } from '../qwen/qwen-reader.ts';
import type { Format, FormatReader } from './format-reader.ts';
import { toolTextReader } from '../tool-text/tool-text-reader.ts';
import { unifiedReader } from '../unified/unified-reader.ts';

/** Every format, the surest to tell first. */
const READERS: { readonly [format in Format]: FormatReader } = {
  ledger: ledgerReader,
  qwen: qwenReader,
  'claude-code': claudeCodeReader,
  codex: codexReader,
  opencode: opencodeReader,
  pi: piReader,
  gemini: geminiReader,
  copilot: copilotReader,
  kimi: kimiReader,
  amp: ampReader,
  cursor: cursorReader,
  cline: clineReader,
  unified: unifiedReader,
  contract: contractReader,
  chat: chatReader,
  'ai-sdk': aiSdkReader,
  'tool-text': toolTextReader,
  openai: openaiReader,
  anthropic: anthropicReader,
};

export const formatReaders: readonly FormatReader[] = Object.values(READERS);

export function readerFor(format: Format): FormatReader | undefined {
  return formatReaders.find((reader) => reader.format === format);
}

import { claudeCodeReader } from './claude-code/claude-code-reader.ts';
import { codexReader } from './codex/codex-reader.ts';
import { geminiReader } from './gemini/gemini-reader.ts';
import { ledgerReader } from './ledger/ledger-reader.ts';
import { opencodeReader } from './opencode/opencode-reader.ts';
import { piReader } from './pi/pi-reader.ts';
import { toolTextReader } from './tool-text/tool-text-reader.ts';
import type { Format, FormatReader } from './reader.ts';

/** Every format there is a reader for, the surest to tell first. */
export const formatReaders: readonly FormatReader[] = [
  ledgerReader,
  claudeCodeReader,
  codexReader,
  opencodeReader,
  piReader,
  geminiReader,
  toolTextReader,
];

export function readerFor(format: Format): FormatReader | undefined {
  return formatReaders.find((reader) => reader.format === format);
}

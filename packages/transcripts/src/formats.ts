import { claudeCodeReader } from './claude-code/claude-code-reader.ts';
import { codexReader } from './codex/codex-reader.ts';
import { ledgerReader } from './ledger/ledger-reader.ts';
import { opencodeReader } from './opencode/opencode-reader.ts';
import type { Format, FormatReader } from './reader.ts';

/** Every format there is a reader for, the surest to tell first. */
export const formatReaders: readonly FormatReader[] = [ledgerReader, claudeCodeReader, codexReader, opencodeReader];

export function readerFor(format: Format): FormatReader | undefined {
  return formatReaders.find((reader) => reader.format === format);
}

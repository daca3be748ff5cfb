import { formatToolStarted } from '@toolthread/core/blocks';

const NAMES = ['search_files', 'read_file', 'run_shell_command'];

/** One short line: with longer ones the engine's copying of a text above 128 KB is all that is measured. */
export const TOOL_RESULT = 'src/parser.ts:12: createParser(options);';

/** Some words, and a call that starts. */
export function startedBlock(index: number): string {
  return `I look at file ${index} next.${formatToolStarted(toolName(index), { path: `src/file-${index}.ts` })[0]}`;
}

export function toolName(index: number): string {
  return NAMES[index % NAMES.length] ?? '';
}

/** Throws where a block is missing. */
export function expectBlocks(text: string, count: number): void {
  if (text.split('</tool>').length !== count + 1) throw new Error('a block is missing');
}

import { completePendingToolBlock, formatToolStarted } from '@toolthread/core/blocks';
import type { Case } from '../case.ts';
import { growth } from '../compare.ts';

const NAMES = ['search_files', 'read_file', 'run_shell_command'];
/** One short line: with longer ones the engine's copying of a text above 128 KB is all that is measured. */
const RESULT = 'src/parser.ts:12: createParser(options);';

/** The work is ten times as large; the text that grows under it must not make it much more than that. */
export const blocksGrowth: Case = {
  name: 'blocks-growth',
  unit: 'ms for 1,000 blocks over 100',
  target: { at: 'most', ratio: 15 },
  run() {
    return growth(
      (deadline) => repeat(deadline, 5, 1_000),
      (deadline) => repeat(deadline, 50, 100),
      1,
    );
  },
};

function repeat(deadline: number, times: number, blocks: number): number {
  let done = 0;
  while (done < times && performance.now() < deadline) {
    completeBlocks(blocks);
    done += 1;
  }
  return done;
}

/** Calls and completions one after the other in one growing text, as a chat that carries only text would have it. */
function completeBlocks(count: number): void {
  let text = '';
  for (let i = 0; i < count; i += 1) {
    const name = NAMES[i % NAMES.length] ?? '';
    text += `I look at file ${i} next.${formatToolStarted(name, { path: `src/file-${i}.ts` })[0]}`;
    [text] = completePendingToolBlock(text, name, RESULT);
  }
  if (text.split('</tool>').length !== count + 1) throw new Error('a block is missing');
}

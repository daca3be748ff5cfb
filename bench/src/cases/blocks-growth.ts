import { completePendingToolBlock, formatToolStarted } from '@toolthread/core/blocks';
import type { Case } from '../case.ts';
import { growth } from '../compare.ts';

const NAMES = ['search_files', 'read_file', 'run_shell_command'];
/** One short line: with longer ones the engine's copying of a text above 128 KB is all that is measured. */
const RESULT = 'src/parser.ts:12: createParser(options);';

/**
 * The work is ten times as large; the text that grows under it must not make it much more than that. The note has the
 * other order: there the caller adds to the text before each completion, and the engine copies all of it to look inside.
 */
export const blocksGrowth: Case = {
  name: 'blocks-growth',
  unit: 'ms for 1,000 blocks over 100',
  target: { at: 'most', ratio: 15 },
  async run() {
    const alternating = await grown(startAndComplete);
    const measured = await grown(startAllThenComplete);
    const ratio = (alternating.ours / alternating.theirs).toFixed(1);
    return { ...measured, note: `starting a call before each completion: ${ratio}x` };
  },
};

function grown(complete: (count: number) => string): ReturnType<typeof growth> {
  return growth(
    (deadline) => repeat(deadline, 5, 1_000, complete),
    (deadline) => repeat(deadline, 50, 100, complete),
    1,
  );
}

function repeat(deadline: number, times: number, blocks: number, complete: (count: number) => string): number {
  let done = 0;
  while (done < times && performance.now() < deadline) {
    if (complete(blocks).split('</tool>').length !== blocks + 1) throw new Error('a block is missing');
    done += 1;
  }
  return done;
}

/** Calls that run at once, their results one after the other, in one growing text. */
function startAllThenComplete(count: number): string {
  let text = '';
  for (let i = 0; i < count; i += 1) text += started(i);
  for (let i = 0; i < count; i += 1) [text] = completePendingToolBlock(text, nameOf(i), RESULT);
  return text;
}

function startAndComplete(count: number): string {
  let text = '';
  for (let i = 0; i < count; i += 1) [text] = completePendingToolBlock(text + started(i), nameOf(i), RESULT);
  return text;
}

function started(i: number): string {
  return `I look at file ${i} next.${formatToolStarted(nameOf(i), { path: `src/file-${i}.ts` })[0]}`;
}

function nameOf(i: number): string {
  return NAMES[i % NAMES.length] ?? '';
}

import { completePendingToolBlock } from '@toolthread/core/blocks';
import { expectBlocks, startedBlock, TOOL_RESULT, toolName } from '../../blocks/started-block.ts';
import type { Case } from '../../case.ts';
import { tenfold } from '../../compare.ts';

/** The work is ten times as large; the text that grows under it must not make it much more than that. */
export const blocksGrowth: Case = {
  name: 'blocks-growth',
  unit: 'ms for 1,000 blocks over 100',
  target: { at: 'most', ratio: 15 },
  run: () => tenfold((count) => expectBlocks(startAllThenComplete(count), count)),
};

/** Calls that run at once, their results one after the other, in one growing text. */
function startAllThenComplete(count: number): string {
  let text = '';
  for (let i = 0; i < count; i += 1) text += startedBlock(i);
  for (let i = 0; i < count; i += 1) [text] = completePendingToolBlock(text, toolName(i), TOOL_RESULT);
  return text;
}

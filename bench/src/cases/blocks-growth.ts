import { completePendingToolBlock } from '@toolthread/core/blocks';
import { expectBlocks, startedBlock, TOOL_RESULT, toolName } from '../blocks/started-block.ts';
import type { Case } from '../case.ts';
import { growth } from '../compare.ts';

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
    expectBlocks(startAllThenComplete(blocks), blocks);
    done += 1;
  }
  return done;
}

/** Calls that run at once, their results one after the other, in one growing text. */
function startAllThenComplete(count: number): string {
  let text = '';
  for (let i = 0; i < count; i += 1) text += startedBlock(i);
  for (let i = 0; i < count; i += 1) [text] = completePendingToolBlock(text, toolName(i), TOOL_RESULT);
  return text;
}

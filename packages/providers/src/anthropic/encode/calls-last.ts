import { isThinking } from './block.ts';
import type { Block } from './block.ts';

/**
 * Only calls may follow a call that runs here. Thinking is signed in its position, so calls move only up to the next block of
 * it; but a message that has calls ends with one.
 */
export function callsLast(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(isCall)) return blocks;
  const done: Block[] = [];
  let others: Block[] = [];
  let calls: Block[] = [];
  for (const block of blocks) {
    if (isThinking(block) && calls.length > 0) {
      for (const moved of [...others, ...calls]) done.push(moved);
      others = [];
      calls = [];
    }
    (isCall(block) ? calls : others).push(block);
  }
  if (calls.length > 0) return [...done, ...others, ...calls];
  const lastOther = done.findLastIndex((block) => !isCall(block));
  return [...done.slice(0, lastOther + 1), ...others, ...done.slice(lastOther + 1)];
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use';
}

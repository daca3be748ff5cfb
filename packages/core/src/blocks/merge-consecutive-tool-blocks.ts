import type { BlockPart, TextPart, ToolBlock } from './parse-tool-blocks.ts';

/** Consecutive calls, drawn as one: `🔧 5 tool calls`. */
export interface ToolBlockGroup {
  readonly kind: 'tools';
  readonly blocks: readonly ToolBlock[];
  readonly count: number;
}

/**
 * Consecutive calls as one group: white space between two blocks does not part them, words do.
 *
 * @example
 * import { parseToolBlocks } from '@toolthread/core/blocks';
 * mergeConsecutiveToolBlocks(parseToolBlocks('<tool>a()</tool>\n\n<tool>b()</tool>')).length; //=> 1
 */
export function mergeConsecutiveToolBlocks(parts: readonly BlockPart[]): (TextPart | ToolBlockGroup)[] {
  const merged: (TextPart | ToolBlockGroup)[] = [];
  let blocks: ToolBlock[] = [];
  let gap: TextPart | undefined;
  const flush = (): void => {
    if (blocks.length > 0) merged.push({ kind: 'tools', blocks, count: blocks.length });
    if (gap !== undefined) merged.push(gap);
    blocks = [];
    gap = undefined;
  };
  for (const part of parts) {
    if (part.kind === 'tool') {
      gap = undefined;
      blocks.push(part);
    } else if (blocks.length > 0 && gap === undefined && part.text.trim() === '') gap = part;
    else {
      flush();
      merged.push(part);
    }
  }
  flush();
  return merged;
}

import type { Item, Timeline } from '@toolthread/core';

/** About a screen, in pixels. */
const SCREEN = 900;
/** A line of words, with what is around it. */
const LINE = 56;
const PER_CHARACTER = 0.3;

/**
 * How high one of the newest items may be, as far as their words tell: the first drawing of a thread mounts as many of them as fill
 * a screen. If that is too low, items are drawn that are out of sight; if it is too high, it takes another drawing.
 */
export function likelyHeight(items: Timeline['items']): number {
  let height = 0;
  let count = 0;
  for (let index = items.length - 1; index >= 0 && height < SCREEN; index -= 1) {
    const item = items.at(index);
    if (item === undefined || item.kind === 'gone') continue;
    height += heightOf(item);
    count += 1;
  }
  return count === 0 ? LINE : Math.round(height / count);
}

function heightOf(item: Item): number {
  switch (item.kind) {
    case 'message':
      return heightOfWords(item.parts.map((part) => (part.type === 'text' ? part.text : '')));
    case 'answer':
      return heightOfWords(item.segments.map((segment) => (segment.kind === 'text' ? segment.text : '')));
    case 'request':
    case 'section':
      return 4 * LINE;
    case 'group':
    case 'reasoning':
    case 'status':
    case 'compaction':
    case 'changes':
    case 'orphan':
      return LINE;
    case 'gone':
      return 0;
    default:
      return item satisfies never;
  }
}

function heightOfWords(texts: readonly string[]): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.min(SCREEN, LINE + PER_CHARACTER * length);
}

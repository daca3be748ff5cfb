/** The way to words in a thread, whoever looked for them. */
import { scrollThread } from '@toolthread/react';
import type { ThreadViewHandle } from '@toolthread/react';
import { foundRanges, keepMarked } from './found-ranges.ts';

/** What is cut, or under the details of a call, is opened only where the words are not in sight. */
export async function leadTo(
  view: ThreadViewHandle | null,
  key: string,
  phrases: readonly string[],
): Promise<HTMLElement | undefined> {
  for (const how of [undefined, 'whole', 'details'] as const) {
    const element = await view?.show(key, how);
    if (element === undefined || phrases.every((phrase) => foundRanges(element, [phrase]).length > 0)) return element;
  }
  return view?.show(key);
}

/** Marks the words wherever they are drawn, and brings those that are meant into sight. Gives the way to unmark them. */
export function markWords(element: HTMLElement, phrases: readonly string[], nth: number): (() => void) | undefined {
  const scroller = element.closest('.tt-scroller');
  if (scroller === null) return undefined;
  const { index, entry } = element.dataset;
  const place = entry === undefined ? `[data-index="${index}"]` : `[data-entry="${CSS.escape(entry)}"]`;
  const find = (): { all: Range[]; meant: Range | undefined } => {
    // An item that was out of sight is another element when it comes back.
    const drawn = element.isConnected ? element : scroller.querySelector(place);
    const own = drawn === null ? [] : foundRanges(drawn, phrases);
    return { all: foundRanges(scroller, phrases), meant: own[nth] ?? own.at(-1) };
  };
  const box = find().meant?.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  if (box !== undefined && (box.top < frame.top + 8 || box.bottom > frame.bottom - 8))
    scrollThread(scroller, box.top - frame.top - frame.height / 3);
  return keepMarked(scroller, find);
}

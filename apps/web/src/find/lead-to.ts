/** The way to words in a thread, whoever looked for them. */
import { scrollThread } from '@toolthread/react';
import type { ThreadViewHandle } from '@toolthread/react';
import { foundRanges, keepMarked, meantIn } from './found-ranges.ts';
import type { Sought } from './found-ranges.ts';

/** In each more of an entry may be drawn on the way to words in it: values hold values. */
const MOST_FRAMES = 200;
/** This many frames in which nothing moves: the rows around it are measured. */
const STILL = 3;

export interface Goal extends Sought {
  readonly key: string;
  /** Nobody wants to be elsewhere by now. */
  isWanted(): boolean;
}

/** What is cut, or under the details of a call, is opened only if the words are not in sight. */
export async function leadTo(view: ThreadViewHandle | null, goal: Goal): Promise<HTMLElement | undefined> {
  const { key, phrases, isWanted } = goal;
  for (const how of [undefined, 'whole', 'details'] as const) {
    const element = await view?.show(key, how);
    if (element === undefined || !isWanted()) return undefined;
    if (phrases.length === 0) return element;
    if (meantIn(element, goal)?.isAll !== true) continue;
    return bringIntoSight(view, element, goal);
  }
  return view?.show(key);
}

/** Draws the words that are meant, and brings them into sight: until rows are measured, what is around them moves. */
async function bringIntoSight(
  view: ThreadViewHandle | null,
  element: HTMLElement,
  goal: Goal,
): Promise<HTMLElement | undefined> {
  const scroller = element.closest('.tt-scroller');
  if (scroller === null) return element;
  let drawn: HTMLElement = element;
  for (let frame = 0, still = 0; frame < MOST_FRAMES && still < STILL; frame += 1) {
    drawn = drawnNow(element, scroller) ?? drawn;
    const found = meantIn(drawn, goal)?.found;
    if (found === undefined) return drawn;
    if ('range' in found) still = drawn.isConnected && scrollTo(found.range, scroller) ? still + 1 : 0;
    else {
      // What grows here is no reason to follow the end.
      view?.scrollToItem(Number(drawn.closest<HTMLElement>('[data-index]')?.dataset['index']));
      found.show();
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (!goal.isWanted()) return undefined;
  }
  return drawn;
}

/** An item that was out of sight is another element when it comes back. */
function drawnNow(element: HTMLElement, scroller: Element): HTMLElement | null {
  if (element.isConnected) return element;
  const { index, entry } = element.dataset;
  const place = entry === undefined ? `[data-index="${index}"]` : `[data-entry="${CSS.escape(entry)}"]`;
  return scroller.querySelector<HTMLElement>(place);
}

/** A part of a thread may scroll by itself: a long result does. Gives whether the words were in sight already. */
function scrollTo(range: Range, scroller: Element): boolean {
  let isThere = true;
  for (let around = range.startContainer.parentElement; around !== null; around = around.parentElement) {
    const by = around === scroller || scrolls(around) ? beyond(range, around) : 0;
    if (by !== 0) isThere = false;
    if (around === scroller) scrollThread(scroller, by);
    else around.scrollTop += by;
    if (around === scroller) break;
  }
  return isThere;
}

function scrolls(element: Element): boolean {
  return element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto';
}

/** How far the words are from a third of the height; nothing, where they are in sight. */
function beyond(range: Range, scroller: Element): number {
  const [box, frame] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const isInSight = box.top >= frame.top + 8 && box.bottom <= frame.bottom - 8;
  return isInSight ? 0 : box.top - frame.top - frame.height / 3;
}

/** Marks the words wherever they are drawn, and those that are meant. Gives the way to unmark them. */
export function markWords(element: HTMLElement, sought: Sought): (() => void) | undefined {
  const scroller = element.closest('.tt-scroller');
  if (scroller === null) return undefined;
  let meant: Range | undefined;
  const find = (): { all: Range[]; meant: Range | undefined } => {
    const drawn = drawnNow(element, scroller);
    // All of a long text is read for it: once is enough, as long as those words are there.
    if (meant === undefined || meant.collapsed || !scroller.contains(meant.startContainer)) {
      const found = drawn === null ? undefined : meantIn(drawn, sought)?.found;
      meant = found !== undefined && 'range' in found ? found.range : undefined;
    }
    return { all: foundRanges(scroller, sought.phrases), meant };
  };
  return keepMarked(scroller, find);
}

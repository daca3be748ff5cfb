/** Leads to a place in a thread of which only what is in sight is mounted. Loaded when somebody is led somewhere. */
import type { Timeline } from '@toolthread/core';
import { wayTo } from '@toolthread/core/lines';
import type { PlacedSource } from '@toolthread/core/lines';
import { loadCalls } from '../calls/load-calls.ts';
import type { RevealedEntries } from '../items/revealed-entries.ts';
import type { OpenedStore } from './opened-store.ts';
import { scrollThread } from './scroll/scroll-thread.ts';

interface ShownThread {
  readonly items: Timeline['items'];
  readonly opened: OpenedStore;
  readonly revealed: RevealedEntries;
  readonly scroller: HTMLElement;
  goTo(index: number): void;
}

/** What is not drawn by then has nothing to show: a page draws an item within a few frames. */
const FRAMES = 300;
/** This many frames in which nothing moves: the rows around it are measured. */
const STILL = 3;

/** Where each thread leads to now: of two places that pull, the older one lets go. */
const meant = new WeakMap<HTMLElement, PlacedSource>();

export async function showPlace(
  key: string,
  thread: ShownThread,
  how?: keyof typeof FOLDED,
): Promise<HTMLElement | undefined> {
  const way = wayTo(thread.items, key);
  if (way === undefined) return undefined;
  meant.set(thread.scroller, way);
  openWay(way, thread);
  if (how !== undefined) thread.opened.set(`${key}:${FOLDED[how]}`, true);
  thread.goTo(way.index);
  // Before that the place stands still with less than it has. What is not available is shown without it.
  await loadCalls().catch(() => undefined);
  let [element, top, still]: [HTMLElement | undefined, number, number] = [undefined, NaN, 0];
  for (let frame = 0; frame < FRAMES && still < STILL; frame += 1) {
    await nextFrame();
    if (meant.get(thread.scroller) !== way) return undefined;
    element = elementOf(way, thread.scroller);
    if (element === undefined) {
      // What is above was guessed, and turned out to be higher.
      if (frame % 10 === 9) thread.goTo(way.index);
      continue;
    }
    if (way.inside !== undefined) bringIntoSight(element, thread.scroller);
    const now = element.getBoundingClientRect().top;
    still = now === top ? still + 1 : 0;
    top = now;
  }
  return element ?? itemElement(way, thread.scroller);
}

/** What a call folds away, by the names under which it is remembered. */
const FOLDED = { whole: 'all', details: 'details' } as const;

function openWay({ source, inside }: PlacedSource, { opened, revealed }: ShownThread): void {
  for (let around = inside; around !== undefined; around = around.inside) {
    if (opened.get(around.key) !== true) opened.set(around.key, true);
    if (around.kind === 'group') revealed.set(around.key, around.entry);
  }
  const folds = source.kind === 'reasoning' || source.kind === 'orphan' || source.kind === 'compaction';
  if (folds && opened.get(source.key) !== true) opened.set(source.key, true);
}

/** The entry itself, or the nearest that it is in and that has an element of its own. */
function elementOf({ source, index, inside }: PlacedSource, scroller: HTMLElement): HTMLElement | undefined {
  if (inside === undefined) return itemElement({ index }, scroller);
  const item = itemElement({ index }, scroller);
  const keys = [source.key];
  for (let around = inside.inside; around !== undefined; around = around.inside) keys.push(around.key);
  for (const key of keys) {
    const found = item?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`);
    if (found) return found;
  }
  return undefined;
}

function itemElement({ index }: Pick<PlacedSource, 'index'>, scroller: HTMLElement): HTMLElement | undefined {
  return scroller.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? undefined;
}

function bringIntoSight(element: HTMLElement, scroller: HTMLElement): void {
  const [box, frame] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const room = frame.height - box.height;
  const wanted = frame.top + Math.max(MARGIN, room / 3);
  scrollThread(scroller, box.top - wanted);
}

const MARGIN = 16;

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

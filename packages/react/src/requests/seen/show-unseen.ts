import { scrollThread } from '../../thread/scroll/scroll-thread.ts';
import type { UnseenPart } from './seen-bands.ts';

/** Above what is shown. */
const MARGIN = 16;

/** Scrolls to a place that has to be seen. Of a box that is its first line that was not, so that pressing again goes through all of it. */
export function showUnseen(place: HTMLElement, partsOf: (box: HTMLElement) => readonly UnseenPart[]): void {
  const box = place.closest<HTMLElement>('[data-box]');
  const first = box === null ? undefined : partsOf(box)[0];
  if (box !== null && first !== undefined) {
    showLines(box, first.from);
    return;
  }
  if (place instanceof HTMLTextAreaElement) place.scrollTop = place.scrollHeight;
  // What is hidden stands for something beside it.
  const shown = place.hidden ? place.parentElement : place;
  shown?.scrollIntoView({ block: 'center' });
}

/** In the box, and where that is longer than the screen, in the thread around it. */
function showLines(box: HTMLElement, from: number): void {
  box.scrollTop = from;
  const thread = box.closest('.tt-scroller');
  if (thread === null) return;
  const view = thread.getBoundingClientRect();
  const top = box.getBoundingClientRect().top + from - box.scrollTop;
  const bottom = top + Math.min(box.clientHeight, view.height);
  if (top < view.top || bottom > view.bottom) scrollThread(thread, top - view.top - MARGIN);
}

/** A line beside what was passed over. */
export function markUnseen(box: HTMLElement, parts: readonly UnseenPart[]): void {
  const stops = parts.flatMap(({ from, to }) => [
    `transparent ${from}px`,
    `var(--tt-waiting) ${from}px`,
    `var(--tt-waiting) ${to}px`,
    `transparent ${to}px`,
  ]);
  const image = parts.length === 0 ? '' : `linear-gradient(${stops.join(', ')})`;
  if (box.style.getPropertyValue('--tt-passed-over') !== image) box.style.setProperty('--tt-passed-over', image);
}

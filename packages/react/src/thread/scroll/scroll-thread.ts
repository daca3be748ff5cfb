/**
 * Scrolls a thread by so many pixels. The browser tells it in the next frame only: rows that are measured until then would be laid out around what was in sight before.
 * @example scrollThread(scroller, box.top - frame.top);
 */
export function scrollThread(scroller: Element, by: number): void {
  scroller.scrollTop += by;
  scroller.dispatchEvent(new Event('scroll'));
}

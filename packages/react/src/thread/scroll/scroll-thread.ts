/** Somebody leads the reader to a place in it: that the end comes into sight on the way is no reason to follow it. */
export const LED = 'tt-led';
/** A thread has scrolled by itself, because something came or went: what is in sight now is elsewhere. */
export const SLID = 'tt-slid';
/** The reader pressed a key that scrolls it. */
export const KEYED = 'tt-keyed';
/** The reader may search with the browser: until anything else is done, a scroll is the reader's. */
export const SOUGHT = 'tt-sought';

/**
 * Scrolls a thread by a number of pixels. The browser tells it in the next frame only: rows that are measured until then would be laid out around what was in sight before.
 *
 * @example
 * const scroller = { scrollTop: 40, dispatchEvent: () => true };
 * scrollThread(scroller, 60);
 * scroller.scrollTop; //=> 100
 */
export function scrollThread(scroller: Pick<Element, 'scrollTop' | 'dispatchEvent'>, by: number): void {
  scroller.dispatchEvent(new Event(LED));
  scroller.scrollTop += by;
  scroller.dispatchEvent(new Event('scroll'));
}

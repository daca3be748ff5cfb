import type { Page } from 'playwright-core';

type Side = readonly [from: number, to: number];

/**
 * Where the first of each kind of boxes begins and ends, read from the left and from the right, in one turn of the page: what comes late
 * comes into neither of them or into both. Nothing may stick out of the window.
 */
export function inBothDirections(
  page: Page,
  boxes: readonly string[],
): Promise<readonly [ltr: readonly Side[], rtl: readonly Side[]]> {
  return page.evaluate((selectors) => {
    const sides = (direction: 'ltr' | 'rtl'): readonly Side[] => {
      document.documentElement.dir = direction;
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth > clientWidth)
        throw new Error(`Read ${direction}, the page is ${scrollWidth - clientWidth} px too wide.`);
      for (const scroller of document.querySelectorAll('.tt-scroller')) {
        if (scroller.scrollWidth > scroller.clientWidth)
          throw new Error(`Read ${direction}, something sticks out of the thread.`);
      }
      // Counted from where reading begins: half a pixel is rounded the same way in both.
      const whole = (x: number): number =>
        direction === 'ltr' ? Math.round(x) : clientWidth - Math.round(clientWidth - x);
      return selectors.flatMap((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box === undefined ? [] : [[whole(box.left), whole(box.right)] as const];
      });
    };
    const both = [sides('ltr'), sides('rtl')] as const;
    document.documentElement.removeAttribute('dir');
    return both;
  }, boxes);
}

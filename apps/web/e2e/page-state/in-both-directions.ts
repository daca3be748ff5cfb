import type { Page } from 'playwright-core';

type Side = readonly [from: number, to: number];

/** Where the first of each kind of boxes begins and ends, read from the left and from the right. Nothing may stick out of the window. */
export async function inBothDirections(
  page: Page,
  boxes: readonly string[],
): Promise<readonly [readonly Side[], readonly Side[]]> {
  const [ltr, rtl] = [await sides(page, boxes, 'ltr'), await sides(page, boxes, 'rtl')];
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  return [ltr, rtl];
}

function sides(page: Page, boxes: readonly string[], direction: 'ltr' | 'rtl'): Promise<readonly Side[]> {
  return page.evaluate(
    ([selectors, dir]) => {
      document.documentElement.dir = dir;
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth > clientWidth)
        throw new Error(`Read ${dir}, the page is ${scrollWidth - clientWidth} px too wide.`);
      for (const scroller of document.querySelectorAll('.tt-scroller')) {
        if (scroller.scrollWidth > scroller.clientWidth)
          throw new Error(`Read ${dir}, something sticks out of the thread.`);
      }
      // Counted from where reading begins: half a pixel is rounded the same way in both.
      const whole = (x: number): number => (dir === 'ltr' ? Math.round(x) : clientWidth - Math.round(clientWidth - x));
      return selectors.flatMap((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box === undefined ? [] : [[whole(box.left), whole(box.right)] as const];
      });
    },
    [boxes, direction] as const,
  );
}

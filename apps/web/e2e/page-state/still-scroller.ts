import type { Page } from 'playwright-core';

/** How far below what is in sight the thread goes on, in pixels. */
export function distanceToEnd(page: Page): Promise<number> {
  return page
    .locator('.tt-scroller')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
}

/** Waits until the thread has neither moved nor changed its height for so many frames. */
export function stillScroller(page: Page, frames = 20): Promise<void> {
  return page.locator('.tt-scroller').evaluate(
    (element, wanted) =>
      new Promise<void>((resolve) => {
        let still = 0;
        let before = '';
        const look = (): void => {
          const now = `${element.scrollTop} ${element.scrollHeight} ${element.clientHeight}`;
          still = now === before ? still + 1 : 0;
          before = now;
          if (still >= wanted) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    frames,
  );
}

/** The reader goes to the beginning. */
export async function toBeginning(page: Page): Promise<void> {
  await page.locator('.tt-scroller').press('Home');
  await stillScroller(page);
}

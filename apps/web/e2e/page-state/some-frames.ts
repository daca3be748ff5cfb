import type { Page } from 'playwright-core';

/** So many frames: what the page does by itself in the next ones is done by then. */
export function someFrames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

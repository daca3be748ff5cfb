import type { Locator } from 'playwright-core';
import { someFrames } from './some-frames.ts';

/** The pointer goes down on it, the page is answered anew and draws that, and the pointer comes up. */
export async function pressWhile(target: Locator, answered: RegExp, change: () => void): Promise<void> {
  const page = target.page();
  await target.hover();
  await page.mouse.down();
  change();
  await page.waitForResponse(answered);
  await someFrames(page, 10);
  await page.mouse.up();
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { launchServer } from './launch.ts';
import type { Launched } from './launch.ts';
import { openPage } from './open-page.ts';
import { say } from './thread-on-page.ts';

let browser: Browser;
let server: Launched;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), launchServer({ speed: 4 })]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A browser without a window calls all of its tabs visible. */
async function turn(page: Page, to: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to);
}

test(
  'ten tabs of one browser: those that are hidden hold no connection, and go on when they are seen',
  { timeout: 240_000 },
  async () => {
    const { page: first, close } = await openPage(browser, server.url);
    await first.goto(server.address);
    await say(first, 'Hello');
    await first.locator('.tt-answer[data-state=done]').waitFor();
    const thread = first.url();
    await turn(first, 'hidden');
    for (let tab = 0; tab < 9; tab += 1) {
      const page = await first.context().newPage();
      await page.goto(thread);
      await page.locator('.tt-answer[data-state=done]').first().waitFor({ timeout: 30_000 });
      if (tab < 8) await turn(page, 'hidden');
      else await say(page, 'Hello again');
    }
    await turn(first, 'visible');
    await expect.poll(() => first.locator('.tt-answer[data-state=done]').count(), { timeout: 30_000 }).toBe(2);
    await close();
  },
);

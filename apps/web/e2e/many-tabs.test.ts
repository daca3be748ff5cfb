import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { say } from './say.ts';
import { withServer } from './with-server.ts';

/** Below a path of its host: nothing in the page may reach above it. */
const stage = withServer({ basePath: '/tools/agent' });

/** A browser without a window calls all of its tabs visible. */
async function turn(page: Page, to: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to);
}

test('ten tabs of one browser: those that are hidden hold no connection, and go on when they are seen', async () => {
  const first = await stage.enter();
  await say(first, 'Hello');
  await first.locator('.tt-answer[data-state=done]').waitFor();
  const thread = first.url();
  await turn(first, 'hidden');
  for (let tab = 0; tab < 9; tab += 1) {
    const page = await first.context().newPage();
    await page.goto(thread);
    await page.locator('.tt-answer[data-state=done]').first().waitFor();
    if (tab < 8) await turn(page, 'hidden');
    else await say(page, 'Hello again');
  }
  await turn(first, 'visible');
  await expect.poll(() => first.locator('.tt-answer[data-state=done]').count()).toBe(2);
});

test('below a path of its host the page finds its parts, its server, its threads and itself again', async () => {
  const page = await stage.enter();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await say(page, 'Picture');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/tools\/agent\/t\//);
  await page.reload();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.getByRole('link', { name: /New thread/ }).click();
  await page.locator('.first-words').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tools/agent/');
  await page.goBack();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  expect(asked.filter((path) => !path.startsWith('/tools/agent/'))).toEqual([]);
  const [cookie] = await page.context().cookies(`${stage.server.url}/tools/agent/api`);
  expect(cookie?.path).toBe('/tools/agent/api');
});

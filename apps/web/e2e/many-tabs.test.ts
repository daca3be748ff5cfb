import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { say, threadIdOf } from './say.ts';
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

/** Somebody else says it, from another program. */
async function sayElsewhere(page: Page, text: string): Promise<void> {
  const { url, token } = stage.server;
  const answer = await fetch(`${url}/tools/agent/api/threads/${threadIdOf(page)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(answer.status).toBeLessThan(300);
}

const placesTaken = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name?.startsWith('toolthread:stream') === true).length;
  });

test('[issue 13] twelve tabs that are all seen, of twelve threads: each is live, also when tabs that held a stream are closed, and the server starts again', async () => {
  const first = await stage.enter();
  const tabs = [first];
  while (tabs.length < 12) tabs.push(await first.context().newPage());
  for (const tab of tabs) {
    await tab.goto(`${stage.server.url}/tools/agent/`);
    await say(tab, 'Hello');
    await tab.locator('.tt-answer[data-state=done]').waitFor();
  }
  const hear = async (answers: number): Promise<void> => {
    for (const tab of tabs) await sayElsewhere(tab, 'Hello again');
    for (const tab of tabs) await expect.poll(() => tab.locator('.tt-answer[data-state=done]').count()).toBe(answers);
  };
  await hear(2);
  expect(await placesTaken(first)).toBe(4);
  // The first four have the places.
  for (const tab of tabs.splice(1, 2)) await tab.close();
  await hear(3);
  await expect.poll(async () => (tabs[0] === undefined ? 0 : placesTaken(tabs[0]))).toBe(4);
  await stage.server.restart();
  await hear(4);
  for (const tab of tabs) expect(await tab.locator('.connection').count()).toBe(0);
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

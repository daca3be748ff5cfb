import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goOn, say, threadIdOf } from './say.ts';
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

test('eight tabs of one browser: those that are hidden hold no connection, and go on when they are seen', async () => {
  const first = await stage.enter();
  await say(first, 'Hello');
  await first.locator('.tt-answer[data-state=done]').waitFor();
  const thread = first.url();
  await turn(first, 'hidden');
  for (let tab = 0; tab < 7; tab += 1) {
    const page = await first.context().newPage();
    await page.goto(thread);
    await page.locator('.tt-answer[data-state=done]').first().waitFor();
    if (tab < 6) await turn(page, 'hidden');
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

test('[issue 13] eight tabs that are all seen, of eight threads: each is live, also when tabs that held a stream are closed, and the server starts again', async () => {
  const first = await stage.enter();
  const tabs = [first];
  // More than the six connections that a browser has for a server.
  while (tabs.length < 8) tabs.push(await first.context().newPage());
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
  for (const tab of tabs) await expect.poll(() => tab.locator('.connection').count()).toBe(0);
});

/** The desktop of the tests is the page itself. */
const tellInPage = `
  window.Notification = class extends EventTarget {
    static permission = 'granted';
    constructor(title, { body }) {
      super();
      const { dataset } = document.documentElement;
      dataset.notices = JSON.stringify([...JSON.parse(dataset.notices ?? '[]'), title + ': ' + body]);
    }
  };
`;

/** What this tab has shown on the desktop. */
const shownNotices = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(document.documentElement.dataset['notices'] ?? '[]'));

/** The tab that looks at the list has told the others of this thread. */
function isSeenAs(page: Page, condition: string): Promise<void> {
  return page.evaluate(
    ([thread, how]) =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('toolthread:notices/tools/agent');
        channel.addEventListener('message', ({ data }) => {
          const isSo = JSON.stringify(data.look.threads).includes(`{"id":"${thread}","condition":"${how}"`);
          if (isSo) resolve();
        });
      }),
    [threadIdOf(page), condition],
  );
}

const iconOf = (page: Page): Promise<string> =>
  page.locator('link[rel=icon]').evaluate((icon) => (icon instanceof HTMLLinkElement ? icon.href : ''));

test('[issue 13] a run that asks or ends is told in title and icon of every tab, and once on the desktop, where the person allowed it', async () => {
  const first = await stage.enter({ locale: 'en' });
  const context = first.context();
  await context.addInitScript(tellInPage);
  await first.locator('.first-words').waitFor();
  await first.reload();
  await first.getByRole('button', { name: 'Notifications: off' }).click();
  await first.getByRole('button', { name: 'Notifications: on' }).waitFor();
  await say(first, 'Hello');
  await first.locator('.tt-answer[data-state=done]').waitFor();
  const other = await context.newPage();
  await other.goto(`${stage.server.url}/tools/agent/`);
  await other.locator('.first-words').waitFor();
  const tabs = [first, other];
  const told = async (): Promise<string[]> => (await Promise.all(tabs.map(shownNotices))).flat();
  const plain = await iconOf(first);
  for (const tab of tabs) await turn(tab, 'hidden');
  await isSeenAs(first, 'done');
  await sayElsewhere(first, 'Save it');
  for (const tab of tabs) await expect.poll(() => tab.title()).toMatch(/^\(1\) /);
  for (const tab of tabs) await expect.poll(() => iconOf(tab)).toContain('data:image/svg');
  await expect.poll(told).toEqual(['Hello: Waiting for you']);
  await turn(first, 'visible');
  await first.getByRole('button', { name: /^Allow once/ }).click();
  await expect.poll(() => first.locator('.tt-answer[data-state=done]').count()).toBe(2);
  for (const tab of tabs) await expect.poll(() => tab.title()).not.toContain('(1)');
  await expect.poll(() => iconOf(first)).toBe(plain);
  // Somebody looked at it: that it ended is no news.
  expect(await told()).toHaveLength(1);
  await turn(first, 'hidden');
  await sayElsewhere(first, 'Wait for me');
  await isSeenAs(first, 'working');
  goOn(stage.server, first);
  await expect.poll(() => first.title()).toMatch(/^✓ Hello/);
  await expect.poll(told).toEqual(['Hello: Waiting for you', 'Hello: Done']);
  await turn(first, 'visible');
  await expect.poll(() => first.title()).toBe('Hello · Toolthread');
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

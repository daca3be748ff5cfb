import { isDeepStrictEqual } from 'node:util';
import { timeline, threadOf } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { ItemView, loadCalls, loadControls, loadOpenRequest, ThreadSettingsContext } from '@toolthread/react';
import type { ThreadSettings } from '@toolthread/react';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { stillScroller } from './page-state/still-scroller.ts';
import { goOn, itemTexts, ledgerOf, messageBox, queue, say, waitForMe, write } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer();
beforeAll(async () => void (await Promise.all([loadCalls(), loadOpenRequest(), loadControls()])));

async function begin(text: string): Promise<Page> {
  const page = await stage.enter();
  await say(page, text);
  return page;
}

/** The same parts, drawn from the events alone. */
function drawnTexts(events: readonly LedgerEvent[]): string[] {
  const { items } = timeline(threadOf(events));
  return [...items].flatMap((item) => {
    const drawn = createElement(ItemView, { item });
    const markup = renderToStaticMarkup(createElement(ThreadSettingsContext, { value: settings }, drawn));
    if (markup === '') return [];
    const text = markup
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name] ?? '');
    return [text.replace(/\s+/g, ' ').trim()];
  });
}
/** The page can fetch a diff and undo it, and says so. */
const settings: ThreadSettings = {
  actions: {
    diff: () => Promise.resolve({ ok: true, diff: '' }),
    undo: () => Promise.resolve(undefined),
  },
  renderers: undefined,
  opened: undefined,
  blobUrl: undefined,
};
const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** Once the thread has come to rest the page shows what is in its ledger, up to the end. */
async function showsItsLedger(page: Page): Promise<void> {
  const lastStatus = async (): Promise<string> => {
    const told = (await ledgerOf(stage.server, page)).findLast((event) => event.type === 'agent.status');
    return told?.type === 'agent.status' ? told.status : 'none';
  };
  await expect.poll(lastStatus).toMatch(/^(completed|cancelled|failed|awaiting_user)$/);
  const compared = async (): Promise<{ shown: readonly string[]; drawn: readonly string[] }> => {
    // Read each time: what a run changed is recorded after its last status.
    const drawn = drawnTexts(await ledgerOf(stage.server, page));
    const texts = await itemTexts(page);
    // Of a long thread the page holds the end.
    return { shown: texts.length === 0 ? [] : [...drawn.slice(0, -texts.length), ...texts], drawn };
  };
  await expect
    .poll(compared)
    .toSatisfy(({ shown, drawn }: Awaited<ReturnType<typeof compared>>) => isDeepStrictEqual(shown, drawn));
}

/** The tool has printed its first word: whatever happens now happens in the middle of the call. */
async function untilStarted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Working/ }).click();
  await page.locator('.tt-live-output', { hasText: 'started' }).waitFor();
  await page.getByRole('button', { name: /^Working/ }).click();
}

const states: readonly (readonly [name: string, words: string, reached: string])[] = [
  ['while a tool runs', 'Slow one', '.tt-group[data-state=working]'],
  ['while a question waits', 'Upgrade it', '.tt-request'],
  ['while an answer streams', 'Long one', '.tt-answer'],
  ['when all is done', 'Hello', '.tt-answer[data-state=done]'],
];

describe('[L1] the page is its ledger', () => {
  test.each(states)('reloaded %s it is the same page, still live', async (_, words, reached) => {
    const page = await stage.enter();
    await write(page, words);
    await page.locator(reached).waitFor();
    await page.reload();
    await page.locator(reached).waitFor();
    if (words === 'Slow one') await page.locator('.tt-under-way', { hasText: /echo started.*\dsstarted$/s }).waitFor();
    if (words === 'Long one') goOn(stage.server, page);
    if (words === 'Upgrade it') await page.getByRole('button', { name: /^All three/ }).click();
    if (words === 'Upgrade it') await page.getByRole('button', { name: /^Allow once/ }).click();
    if (words === 'Slow one') await page.getByRole('button', { name: /^Stop/ }).click();
    await page.locator(words === 'Slow one' ? '.tt-status' : '.tt-answer[data-state=done]').waitFor();
    await showsItsLedger(page);
    await page.reload();
    await showsItsLedger(page);
  });

  test('the events read as JSON and folded give what the page shows', async () => {
    const page = await begin('Upgrade it');
    await page.getByRole('button', { name: /^All three/ }).waitFor();
    await showsItsLedger(page);
    await page.getByRole('button', { name: /^All three/ }).click();
    await page.getByRole('button', { name: /^Allow once/ }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await showsItsLedger(page);
  });

  test('two tabs show the same, and what one answers the other sees', async () => {
    const first = await begin('Upgrade it');
    await first.locator('.tt-request').waitFor();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.locator('.tt-request').waitFor();
    for (const page of [first, second]) await showsItsLedger(page);
    await second.getByRole('button', { name: /^Only the linter/ }).click();
    await first.getByRole('button', { name: /^Allow once/ }).click();
    await Promise.all([first, second].map((page) => page.locator('.tt-answer[data-state=done]').waitFor()));
    for (const page of [first, second]) await showsItsLedger(page);
  });

  test.each(['before', 'after'])(
    '[U2 3] who denies what somebody else has allowed is told, when the refusal comes %s the news',
    async (when) => {
      const page = await begin('Upgrade it');
      await page.getByRole('button', { name: /^Only the linter/ }).click();
      await page.getByRole('button', { name: /^Deny/ }).waitFor();
      let refuse = (): void => undefined;
      const refused = new Promise<void>((resolve) => (refuse = resolve));
      await page.route('**/approvals/**', async (route) => {
        if (when === 'after') await refused;
        const message = 'This is settled already: allowed.';
        await route.fulfill({ status: 409, json: { error: { code: 'already_settled', message } } });
      });
      await page.getByRole('button', { name: /^Deny/ }).click();
      const other = await page.context().newPage();
      await other.goto(page.url());
      const allow = other.getByRole('button', { name: /^Allow once/ });
      await allow.click();
      await page.locator('.tt-request').waitFor({ state: 'detached' });
      refuse();
      const late = page.getByRole('alert').filter({ hasText: 'That did not work.' });
      await late.waitFor();
      await page.locator('.tt-answer[data-state=done]').waitFor();
      expect(await late.count()).toBe(1);
      await late.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await late.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('tt-scroller');
    },
  );

  test('what was opened stays open after a reload, and a draft is not lost', async () => {
    const page = await begin('Upgrade it');
    await page.locator('.tt-request').waitFor();
    await page.locator('.tt-group-head', { hasText: /3 tool calls/ }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('not sent yet');
    await page.reload();
    await page.locator('.tt-rail .tt-call').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('not sent yet');
  });
});

describe('a run at work', () => {
  test.each([
    ['the button', (page: Page) => page.getByRole('button', { name: /^Stop/ }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('is stopped by %s: the call is interrupted, nothing turns any more', async (_, stop) => {
    const page = await begin('Slow one');
    await untilStarted(page);
    await stop(page);
    await page.locator('.tt-status', { hasText: 'Stopped' }).waitFor();
    expect(await page.locator('.tt-group').textContent()).toContain('1 interrupted');
    await page.locator('.tt-spinner').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
  });

  test('is steered by a message', async () => {
    const page = await begin('Slow one');
    await untilStarted(page);
    expect(await page.getByRole('textbox', { name: 'Message' }).getAttribute('placeholder')).toBe('Reply or steer…');
    await say(page, 'Never mind');
    const steered = (await ledgerOf(stage.server, page)).find(
      (event) => event.type === 'message.posted' && event.delivery === 'steer',
    );
    expect(steered).toBeDefined();
  });

  test('[L6] survives a server killed in the middle of a call: interrupted, nothing lost, and the thread goes on', async () => {
    const page = await begin('Slow one');
    await untilStarted(page);
    await page.locator('.tt-under-way .tt-chip').waitFor();
    // The header's clock goes on while nothing is recorded.
    const total = page.locator('.bar-done');
    const shown = await total.textContent();
    await expect.poll(() => total.textContent()).not.toBe(shown);
    expect(await total.textContent()).toMatch(/^1 tool call · \d/);
    const before = await ledgerOf(stage.server, page);
    await stage.server.kill();
    await page.getByRole('status').filter({ hasText: 'does not answer' }).waitFor();
    // Nobody knows whether it still runs: its clock stands still.
    const known = await page.locator('.tt-under-way').allTextContents();
    const worked = await total.textContent();
    await page.waitForTimeout(2500);
    expect(await page.locator('.tt-under-way').allTextContents()).toEqual(known);
    expect(await total.textContent()).toBe(worked);
    await stage.server.restart();
    await page.locator('.tt-group', { hasText: '1 interrupted' }).waitFor();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    // The list is asked for again when the thread is live.
    await page.getByRole('status').filter({ hasText: 'does not answer' }).waitFor({ state: 'detached' });

    const after = await ledgerOf(stage.server, page);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index + 1));
    expect(after.filter(({ type }) => type === 'agent.tool.started')).toHaveLength(1);
    await say(page, 'Hello again');
    await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: Hello again' }).waitFor();
    await showsItsLedger(page);
  });
});

describe('what went wrong', () => {
  test('[issue 13] a computer that is offline is told in a thread, whose stream stands still; what was not sent waits, and says so no longer than that', async () => {
    const page = await stage.enter();
    await say(page, 'Hello');
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.context().setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: 'does not answer' });
    await notice.waitFor();
    // It is as wide as the bar that it is under.
    const right = async (name: string): Promise<number> => {
      const { x = 0, width = 0 } = (await page.locator(name).boundingBox()) ?? {};
      return x + width;
    };
    expect(await right('.connection')).toBe(await right('.bar'));
    await messageBox(page).fill('Are you there?');
    await messageBox(page).press('Enter');
    const notSent = page.getByRole('alert').filter({ hasText: 'Not sent' });
    await notSent.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await notSent.waitFor({ state: 'detached' });
    await messageBox(page).press('Enter');
    await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: Are you there?' }).waitFor();
  });

  test('[U2 19] a server that went away is told where no thread is open too, until it is back', async () => {
    const page = await stage.enter();
    await messageBox(page).waitFor();
    await stage.server.kill();
    const notice = page.getByRole('status').filter({ hasText: 'does not answer' });
    await notice.waitFor();
    await stage.server.restart();
    await notice.waitFor({ state: 'detached' });
    await say(page, 'Hello');
    await page.locator('.tt-answer[data-state=done]').waitFor();
  });

  test('while the server was away is not told any more when it answers', async () => {
    const page = await stage.enter();
    await waitForMe(stage.server, page);
    await queue(page, 'later');
    await stage.server.kill();
    await page.getByRole('status').filter({ hasText: 'does not answer' }).waitFor();
    await page.getByRole('button', { name: 'Remove: later' }).click();
    await messageBox(page).fill('now');
    await page.keyboard.press('Enter');
    const alerts = page.getByRole('alert').filter({ hasText: /./ });
    await expect.poll(() => alerts.count()).toBe(2);
    await stage.server.restart();
    await expect.poll(() => alerts.count()).toBe(0);
    expect(await messageBox(page).inputValue()).toBe('now');
  });

  test('a stop that could not be recorded says so, until something new is in the thread', async () => {
    const page = await stage.enter();
    await waitForMe(stage.server, page);
    const message = 'It was stopped. That is not recorded yet: the disk is full.';
    await page.route('**/api/threads/*/stop', (route) =>
      route.fulfill({ status: 202, json: { stopping: true, recorded: false, message } }),
    );
    // Something new may come before the tool waits, and take the alert away.
    await expect
      .poll(async () => {
        await page
          .getByRole('button', { name: /^Stop/ })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        return page.getByRole('alert').filter({ hasText: message }).isVisible();
      })
      .toBe(true);
    goOn(stage.server, page);
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.getByRole('alert').filter({ hasText: message }).waitFor({ state: 'detached' });
  });
});

describe('a long answer', () => {
  test('is followed while it streams, unless the reader scrolled up', async () => {
    const page = await stage.enter();
    await write(page, 'Long one');
    const scroller = page.locator('.tt-scroller');
    const distance = (): Promise<number> =>
      scroller.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    await page.waitForFunction(() => (document.querySelector('.tt-scroller')?.scrollHeight ?? 0) > 1600);
    await expect.poll(distance).toBeLessThan(40);

    await scroller.hover();
    await page.mouse.wheel(0, -500);
    await page.getByRole('button', { name: '↓ Latest' }).waitFor();
    await stillScroller(page);
    const top = await scroller.evaluate((element) => element.scrollTop);
    const height = await scroller.evaluate((element) => element.scrollHeight);
    goOn(stage.server, page);
    await page.waitForFunction(
      (before) => (document.querySelector('.tt-scroller')?.scrollHeight ?? 0) > before + 300,
      height,
    );
    expect(Math.abs((await scroller.evaluate((element) => element.scrollTop)) - top)).toBeLessThan(3);
    await page.getByRole('button', { name: '↓ Latest' }).click();
    await expect.poll(distance).toBeLessThan(40);
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await expect.poll(distance).toBeLessThan(40);
    expect((await itemTexts(page)).join(' ')).toContain('Part 40');
  });
});

test('[issue 13] a wait for the next attempt is seen in a closed group: why, which one, how long; Try now ends it', async () => {
  const page = await stage.enter();
  await say(page, 'Overloaded');
  const line = page.locator('.tt-group > .tt-retry');
  await line.waitFor();
  expect(await line.textContent()).toMatch(/^Overloaded · Attempt 2 of 5 in [\dms .]+\.Try now$/);
  await page.reload();
  await line.getByRole('button', { name: 'Try now' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: Overloaded' }).waitFor();
  await line.waitFor({ state: 'detached' });
});

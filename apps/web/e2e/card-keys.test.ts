/** A key approves only what its reader has before their eyes. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pressWhileBusy } from './page-state/press-while-busy.ts';
import {
  allowed,
  decided,
  expectNothing,
  focusThread,
  listens,
  pass,
  standStill,
  withApprovals,
} from './approval-stage.ts';

const stage = withApprovals();
const listening = (page: Page): Promise<string[]> =>
  page
    .locator('.tt-request[data-listening]')
    .evaluateAll((all) => all.map((card) => card.getAttribute('data-request') ?? ''));

describe('a key settles a card', () => {
  test('that is marked, once it has been in sight for a while', async () => {
    const page = await stage.openCards('plain');
    // Time goes by as the test says: a busy machine takes longer than half a second to come to the key.
    await standStill(page);
    const draw = (visibility: string): Promise<unknown> =>
      page.locator('.tt-request').evaluate((card, drawn) => (card.style.visibility = drawn), visibility);
    await draw('hidden');
    await focusThread(page);
    await pass(page, 1100);
    await draw('visible');
    await page.keyboard.press('a');
    await expect.poll(() => pass(page, 100).then(() => listening(page))).toHaveLength(1);
    await pass(page, 1100);
    expect(await decided(page)).toBe('');
    await page.keyboard.press('a');
    await pass(page, 400);
    expect(await decided(page)).toBe('r0 once;');
  });

  test('at once, where its reader has looked at it and then comes to it', async () => {
    const page = await stage.openCards('plain');
    await allowed(page);
    await standStill(page);
    // Half a second in sight, on the clock of the test: a busy machine may not have looked before it stood still.
    await pass(page, 700);
    expect(await listening(page)).toEqual([]);
    await focusThread(page);
    await page.keyboard.press('a');
    await pass(page, 400);
    expect(await decided(page)).toBe('r0 once;');
  });

  test('never from outside of the thread', async () => {
    const page = await stage.openCards('plain');
    await allowed(page);
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'of the host';
      document.body.prepend(button);
      button.focus();
    });
    await page.keyboard.press('a');
    await expectNothing(page);
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    );
    await page.keyboard.press('a');
    await expectNothing(page);
    expect(await listening(page)).toEqual([]);
  });

  /** Only the reader lets go of the end. */
  const WHEEL = `scroller.dispatchEvent(new WheelEvent('wheel'))`;
  const hidings: readonly (readonly [name: string, hide: string])[] = [
    [
      'scrolled up in a box of 160 px',
      `thread.style.flex = 'none'; thread.style.height = '160px'; ${WHEEL}; scroller.scrollTo(0, 0)`,
    ],
    ['scrolled up', `${WHEEL}; scroller.scrollTo(0, 0)`],
    ['half behind the edge of its scroller', `${WHEEL}; scroller.scrollTop -= 130`],
    [
      'clipped by a box around the thread',
      `thread.parentElement.style.cssText = 'height: 900px; overflow: hidden'; document.body.style.cssText = 'height: 300px; overflow: hidden'; document.documentElement.style.overflow = 'hidden'`,
    ],
    ['clipped by a path', `thread.style.clipPath = 'inset(0 0 50% 0)'`],
    [
      'covered by something of the host',
      `const over = document.createElement('div'); over.style.cssText = 'position: fixed; inset: 50% 0 0 0; background: white'; document.body.append(over)`,
    ],
    ['moved out of the window', `thread.style.transform = 'translateX(3000px)'`],
    ['transparent', `thread.style.opacity = '0'`],
    ['invisible', `document.querySelector('.tt-request').style.visibility = 'hidden'`],
  ];
  test.each(hidings)('never while it is %s', async (_, hide) => {
    const page = await stage.openCards('plain');
    await focusThread(page);
    await listens(page);
    await standStill(page);
    // A reader's wheel and what it moves are seen in one frame: the page has heard of it before any time goes by.
    await page.evaluate(
      `(() => { const thread = document.querySelector('.tt-thread'); const scroller = document.querySelector('.tt-scroller'); const top = scroller.scrollTop; ${hide}; if (scroller.scrollTop !== top) return new Promise((seen) => scroller.addEventListener('scroll', seen, { once: true })).then(() => undefined); })()`,
    );
    await page.keyboard.press('a');
    await pass(page, 1100);
    await page.keyboard.press('d');
    await expectNothing(page);
    expect(await listening(page)).toEqual([]);
  });

  test('never by typing, whatever letter the sentence begins with', async () => {
    const page = await stage.openCards('plain');
    await focusThread(page);
    await listens(page);
    await standStill(page);
    for (const sentence of ['what does that publish?', 'add a test first', 'do not', 'the end', 'A', 'aa', 'tada']) {
      for (const letter of sentence) await page.keyboard.type(letter).then(() => pass(page, 40));
      if (sentence === 'A') continue;
      await expectNothing(page);
    }
    await expectNothing(page);
  });

  test('never by a letter of a word, however long the page was busy between its letters', async () => {
    // A page without the test's clock, which takes the time of a key from when the page hears of it.
    const page = await stage.draw('url=/plain.jsonl', { locale: 'en' });
    await focusThread(page);
    await page.locator('.tt-request[data-listening]').waitFor();
    await page.locator('.tt-scroller').evaluate(pressWhileBusy, ['x', 'a', 1100] as const);
    // The time that a letter waits for the next one is over before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(await decided(page)).toBe('');
  });

  test('never with another key, held down, or while a word is composed', async () => {
    const page = await stage.openCards('plain');
    await focusThread(page);
    await listens(page);
    for (const chord of ['Control+a', 'Alt+a', 'Shift+a', 'Meta+a']) {
      await page.keyboard.press(chord);
      await pass(page, 1100);
    }
    await page.evaluate(() => {
      const scroller = document.querySelector('.tt-scroller');
      const press = (init: KeyboardEventInit): unknown =>
        scroller?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, ...init }));
      press({ repeat: true });
      press({ isComposing: true });
      press({ keyCode: 229 });
      press({ modifierAltGraph: true });
    });
    await expectNothing(page);
  });

  test('never in a hidden tab', async () => {
    const page = await stage.openCards('plain');
    await focusThread(page);
    await listens(page);
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
    await page.keyboard.press('a');
    await expectNothing(page);
  });

  test('of two one listens, and says so; the other when the focus is in it', async () => {
    const page = await stage.openCards('two');
    await focusThread(page);
    await listens(page);
    expect(await listening(page)).toEqual(['r0']);
    const hints = page.locator('.tt-request .tt-key:visible');
    expect(await hints.count()).toBe(4);
    await page.locator('[data-request=r1] .tt-value').focus();
    await page.locator('[data-request=r1][data-listening]').waitFor();
    expect(await listening(page)).toEqual(['r1']);
    await page.keyboard.press('d');
    await expect.poll(() => decided(page)).toBe('r1 deny;');
  });

  test('of two threads on a page only the one with the focus', async () => {
    const page = await stage.openCards('plain', '&twice', { viewport: { width: 1000, height: 1200 } });
    const [first, second] = [page.locator('.tt-scroller').nth(0), page.locator('.tt-scroller').nth(1)];
    await second.focus();
    await second.locator('.tt-request[data-listening]').waitFor();
    expect(await first.locator('[data-listening]').count()).toBe(0);
  });

  test('with several questions by digits and ⏎', async () => {
    const page = await stage.openCards('several');
    await focusThread(page);
    await listens(page);
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Sent…/ }).waitFor();
    expect(await page.locator('.tt-question button[aria-pressed=true]').allTextContents()).toEqual(['A', 'D2']);
  });
});

/** Where a thread is: at its end, until the reader goes elsewhere. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ledgerText, longLedger, mixedLedger } from './ledger-text.ts';
import { distanceToEnd, stillScroller } from './page-state/still-scroller.ts';
import { withFixtures } from './with-fixtures.ts';

const lengths = [20, 45, 90, 150];
const texts = new Map([2, ...lengths].map((turns) => [`/mixed-${turns}.jsonl`, ledgerText(mixedLedger(turns))]));
texts.set('/low.jsonl', ledgerText(longLedger(20)));
/** 4 unless told otherwise: `OPENINGS=200 npm exec -- vitest run apps/web/e2e/scrolling.test.ts`. */
const openings = Number(process.env['OPENINGS'] ?? 4);

const stage = withFixtures(texts);

async function opened(query: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.open(options);
  await open(page, query);
  return page;
}

/** Opens a thread and waits until all of it has arrived and nothing moves. */
async function open(page: Page, query: string): Promise<void> {
  await page.goto(`${stage.server.url}/fixtures.html?${query}`);
  await page
    .locator('nav output')
    .filter({ hasText: /^(\d+) of \1 events$/ })
    .waitFor();
  await stillScroller(page);
}

const latest = (page: Page): Promise<number> => page.getByRole('button', { name: '↓ Latest' }).count();

describe('a thread whose events come in pieces', () => {
  test(`opens at its end, ${openings} of ${openings} times, whatever its length and however slow the page`, async () => {
    const page = await opened('ledger=tour');
    const slowed = await page.context().newCDPSession(page);
    const astray: string[] = [];
    for (let round = 0; round < openings; round += 1) {
      const rate = [1, 6, 3, 10, 1, 20, 2, 4][round % 8] ?? 1;
      const turns = lengths[(round * 5 + Math.floor(round / 8)) % lengths.length] ?? 20;
      // Few pieces or many, at most forty.
      const pieces = Math.max([17, 60, 200, 5, 900][round % 5] ?? 60, Math.ceil(turns / 2));
      await slowed.send('Emulation.setCPUThrottlingRate', { rate });
      await open(page, `url=/mixed-${turns}.jsonl&pieces=${pieces}`);
      const off = await distanceToEnd(page);
      if (off > 1 || (await latest(page)) > 0) astray.push(`${turns} turns by ${pieces}, ${rate}x: ${off} px off`);
    }
    await slowed.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(astray).toEqual([]);
  });
});

describe('the end of a thread', () => {
  const query = 'url=/mixed-45.jsonl&pieces=60';

  test.each([
    ['the wheel', (page: Page) => page.mouse.wheel(0, -600)],
    ['a key', (page: Page) => page.locator('.tt-scroller').press('PageUp')],
    ['a key that goes from item to item', (page: Page) => pressed(page, 'k', 6)],
    ['a finger', (page: Page) => drag(page, 300)],
  ])('is let go by %s, and followed again when the reader comes back', async (_, act) => {
    const page = await opened(query, { hasTouch: true });
    await page.locator('.tt-scroller').hover();
    await act(page);
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeGreaterThan(100);
    expect(await latest(page)).toBe(1);
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => latest(page)).toBe(0);
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  test('is not let go by a scroll that is not the reader’s', async () => {
    const page = await opened(query);
    await page.locator('.tt-scroller').evaluate((element) => element.scrollBy(0, -700));
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  test('is followed by whoever asks for it, though a wheel has just turned and the list scrolls by itself', async () => {
    const page = await opened(query);
    await page.locator('.tt-scroller').hover();
    await page.mouse.wheel(0, -600);
    const button = page.getByRole('button', { name: '↓ Latest' });
    await button.waitFor();
    await stillScroller(page);
    await button.evaluate((element) => {
      const scroller = document.querySelector('.tt-scroller');
      scroller?.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      if (element instanceof HTMLElement) element.click();
      scroller?.scrollBy(0, -300);
    });
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  test('is not let go by a key that scrolls nothing, though rows are measured just then', async () => {
    const page = await opened(query);
    for (const key of ['x', ' ', 'Tab', 'Enter', 'Shift', 'ArrowUp']) {
      await page.locator('.tt-scroller').evaluate((element, name) => {
        const field = element.querySelector('.tt-answer')?.appendChild(document.createElement('input'));
        field?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
        element.scrollBy(0, -300);
      }, key);
      await stillScroller(page);
      expect([key, await distanceToEnd(page)]).toEqual([key, 0]);
    }
  });

  test('is not let go by a key that a part of the page took, nor by Tab to what is in sight; by Tab to what is not, it is', async () => {
    const page = await opened(query, { viewport: { width: 1280, height: 500 } });
    const scroller = page.locator('.tt-scroller');
    await scroller.evaluate((element) => {
      document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
      element.scrollBy(0, -300);
    });
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
    await page.locator('.tt-scroller button').last().focus();
    await page.keyboard.press('Shift+Tab');
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+Tab');
    await stillScroller(page);
    expect(await scroller.evaluate(focusIsInSight)).toBe(true);
    expect(await latest(page)).toBe(1);
  });

  test('is not let go by a wheel that turns something else, such as a long result', async () => {
    const page = await opened(query);
    const body = page.locator('.tt-answer-body').last();
    await body.evaluate((element) => {
      if (!(element instanceof HTMLElement)) return;
      element.style.cssText = 'height: 200px; overflow: auto; padding-bottom: 900px';
      element.scrollTo(0, 400);
    });
    await stillScroller(page);
    const box = await body.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
    await page.mouse.wheel(0, -100);
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(350);
    await stillScroller(page);
    expect(await latest(page)).toBe(0);
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  test('is let go by the pointer that selects words beyond the top', async () => {
    const page = await opened(query, { viewport: { width: 1280, height: 500 } });
    await selectByPointer(page);
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeGreaterThan(100);
    expect(await latest(page)).toBe(1);
  });

  test('is let go by the browser’s own search, until the reader does something else', async () => {
    const page = await opened(query);
    const scroll = async (): Promise<number> => {
      await page.locator('.tt-scroller').evaluate((element) => element.scrollBy(0, -700));
      await stillScroller(page);
      return distanceToEnd(page);
    };
    await page.evaluate(() => {
      const take = (event: KeyboardEvent): void => event.preventDefault();
      document.addEventListener('keydown', take);
      document.addEventListener('keyup', () => document.removeEventListener('keydown', take), { once: true });
    });
    await page.keyboard.press('Control+f');
    expect(await scroll()).toBeLessThan(2);
    await page.keyboard.press('Control+f');
    expect(await scroll()).toBeGreaterThan(600);
    await page.locator('.tt-scroller').hover();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => latest(page)).toBe(0);
    await stillScroller(page);
    expect(await scroll()).toBeLessThan(2);
  });

  test('takes no click away while the list scrolls by itself', async () => {
    const page = await opened(query);
    const hit = await page.locator('.tt-scroller').evaluate(async (element) => {
      const under: string[] = [];
      for (let frame = 0; frame < 6; frame += 1) {
        element.scrollBy(0, -20);
        await new Promise(requestAnimationFrame);
        const head = [...element.querySelectorAll('.tt-group-head')].at(-1)?.getBoundingClientRect();
        const there = document.elementFromPoint((head?.x ?? 0) + 20, (head?.y ?? 0) + (head?.height ?? 0) / 2);
        under.push(there?.closest('.tt-group-head') ? 'the button' : `${there?.className}`);
      }
      return under;
    });
    expect(new Set(hit)).toEqual(new Set(['the button']));
  });

  test('waits while the pointer is down, so that the click is not lost', async () => {
    const page = await opened(query);
    const last = page.locator('.tt-group-head').last();
    await last.hover();
    await page.mouse.down();
    await page
      .locator('.tt-answer-body')
      .last()
      .evaluate((element) => element instanceof HTMLElement && (element.style.paddingBottom = '300px'));
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeGreaterThan(200);
    await page.mouse.up();
    await expect.poll(() => last.getAttribute('aria-expanded')).toBe('true');
  });

  test('clicks what was pressed, though it has moved; not what the pointer has left', async () => {
    const page = await opened(query);
    const last = page.locator('.tt-group-head').last();
    const pressed = async (meanwhile: () => Promise<unknown>): Promise<string | null> => {
      await last.hover();
      await page.mouse.down();
      await meanwhile();
      await page.mouse.up();
      await stillScroller(page);
      return last.getAttribute('aria-expanded');
    };
    const scroller = page.locator('.tt-scroller');
    expect(await pressed(() => scroller.evaluate((element) => element.scrollBy(0, -150)))).toBe('true');
    expect(await pressed(() => page.mouse.move(5, 5, { steps: 3 }))).toBe('true');
    expect(await pressed(() => scroller.evaluate((element) => element.scrollBy(0, -20)))).toBe('false');
  });

  test.each([
    [1280, 900],
    [1280, 700],
    [1280, 500],
    [400, 800],
    [400, 600],
  ])(
    'stays where it is while an entry opens there: what was clicked does not move, at %i by %i',
    async (width, height) => {
      const page = await opened(query, { viewport: { width, height } });
      const before = await topOf(page.locator('.tt-group-head').last());
      await page
        .locator('.tt-group-head')
        .last()
        .evaluate((element) => element instanceof HTMLElement && element.click());
      await page.locator('.tt-group-head[aria-expanded=true]').waitFor();
      await stillScroller(page);
      expect(Math.abs((await topOf(page.locator('.tt-group-head').last())) - before)).toBeLessThanOrEqual(2);
      expect(await latest(page)).toBe((await distanceToEnd(page)) < 48 ? 0 : 1);
    },
  );

  test('stays where it is when the thread goes on after an entry was opened there', async () => {
    const events = 19 * 19 + 1;
    const page = await stage.draw(`url=/low.jsonl&to=${events}`, { viewport: { width: 1280, height: 500 } });
    await page.getByText('Answer 18.').waitFor();
    await stillScroller(page);
    const clicked = page.locator('[data-index="55"] .tt-group-head');
    const before = await topOf(clicked);
    await clicked.click();
    await page.locator('.tt-group-head[aria-expanded=true]').waitFor();
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeGreaterThan(48);
    await page.getByRole('slider', { name: 'Events' }).fill(String(events + 19));
    await page
      .locator('nav output')
      .filter({ hasText: `${events + 19} of` })
      .waitFor();
    await stillScroller(page);
    expect(Math.abs((await topOf(clicked)) - before)).toBeLessThanOrEqual(2);
    expect(await latest(page)).toBe(1);
  });

  test('is kept when the place for the thread shrinks, and "Latest" is gone when all is in sight', async () => {
    const page = await opened(query, { viewport: { width: 1280, height: 900 } });
    for (const height of [540, 300, 900, 420]) {
      await page.setViewportSize({ width: 1280, height });
      await stillScroller(page);
      expect(await distanceToEnd(page)).toBeLessThan(2);
      expect(await latest(page)).toBe(0);
    }
    await page.locator('.tt-scroller').hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => latest(page)).toBe(1);
    await page.setViewportSize({ width: 1280, height: 1_400 });
    await stillScroller(page);
    expect(await latest(page)).toBe((await distanceToEnd(page)) < 48 ? 0 : 1);
    await open(page, 'url=/mixed-2.jsonl');
    await page.setViewportSize({ width: 1280, height: 300 });
    await stillScroller(page);
    await page.locator('.tt-scroller').hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(() => latest(page)).toBe(1);
    await page.setViewportSize({ width: 1280, height: 1_400 });
    await expect.poll(() => latest(page)).toBe(0);
  });
});

async function selectByPointer(page: Page): Promise<void> {
  const { x = 0, y = 0 } = (await page.locator('.tt-scroller').boundingBox()) ?? {};
  await page.mouse.move(x + 500, y + 300);
  await page.mouse.down();
  await page.mouse.move(x + 450, y + 100, { steps: 5 });
  await expect
    .poll(async () => {
      // It goes on for as long as the pointer is above.
      await page.mouse.move(x + 440 + Math.random() * 9, y - 30);
      return distanceToEnd(page);
    })
    .toBeGreaterThan(300);
  await page.mouse.up();
}

function focusIsInSight(scroller: Element): boolean {
  const { top, bottom } = scroller.getBoundingClientRect();
  const box = document.activeElement?.getBoundingClientRect();
  return box !== undefined && scroller.contains(document.activeElement) && box.top >= top && box.bottom <= bottom;
}

async function pressed(page: Page, key: string, times: number): Promise<void> {
  await page.locator('.tt-scroller').focus();
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}

/** A finger that goes down by so many pixels. */
async function drag(page: Page, by: number): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (y: number): { x: number; y: number }[] => [{ x: 600, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) });
  for (let y = 320; y <= 300 + by; y += 20) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

function topOf(element: ReturnType<Page['locator']>): Promise<number> {
  return element.evaluate((head) => head.getBoundingClientRect().top);
}

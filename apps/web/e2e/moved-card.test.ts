/** A click settles only a card that has stood where it is: what slides under the pointer gets clicks that were meant for something else. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { decided, pass, standStill, withApprovals } from './approval-stage.ts';

const stage = withApprovals();
const button = (page: Page, request: string, name: RegExp): Locator =>
  page.locator(`[data-request=${request}]`).getByRole('button', { name });
const answered = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['answered']);
const told = (page: Page): Locator => page.getByText('This card has just appeared or moved. Press again.');

async function middleOf(part: Locator): Promise<[x: number, y: number]> {
  const box = await part.boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

/** The thread as it was after so many events. */
const goTo = (page: Page, events: number): Promise<void> => page.getByLabel('Events').fill(String(events));

describe.each([
  ['another approval', 'slides-approval', 'r0'],
  ['a form', 'slides-form', 'f'],
])('where %s was settled', (_, name, first) => {
  const open = async (): Promise<Page> => {
    const page = await stage.openCards(name, '&to=7');
    await pass(page, 1000);
    await expect.poll(() => button(page, 'r1', /^Allow once/).isEnabled()).toBe(true);
    await standStill(page);
    await goTo(page, 8);
    await page.locator(`[data-request=${first}]`).waitFor({ state: 'detached' });
    return page;
  };

  test.each([/^Allow once/, /^Allow in this thread/, /^Deny/])(
    'the card that comes to its place is settled by no click at once, and by one half a second later: %s',
    async (way) => {
      const page = await open();
      const [x, y] = await middleOf(button(page, 'r1', way));
      await page.mouse.click(x, y);
      await told(page).waitFor();
      for (let gone = 0; gone < 400; gone += 100) {
        await pass(page, 100);
        await page.mouse.click(x, y);
      }
      expect(await decided(page)).toBe('');
      // What is told moves nothing.
      expect(await middleOf(button(page, 'r1', way))).toEqual([x, y]);
      await pass(page, 200);
      await page.mouse.click(x, y);
      await expect.poll(() => decided(page)).toMatch(/^r1 \w+;$/);
    },
  );

  test('a key settles it at once, where the focus is on its button', async () => {
    const page = await open();
    await button(page, 'r1', /^Allow once/).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => decided(page)).toBe('r1 once;');
    expect(await told(page).count()).toBe(0);
  });
});

test('what comes out from under something else is settled by no click at once', async () => {
  const page = await stage.openCards('plain');
  const allow = button(page, 'r0', /^Allow once/);
  await pass(page, 1000);
  await expect.poll(() => allow.isEnabled()).toBe(true);
  await page.evaluate(() => {
    const menu = document.createElement('div');
    menu.id = 'menu';
    menu.style.cssText = 'position: fixed; inset: 0; background: white';
    document.body.append(menu);
  });
  await pass(page, 700);
  await standStill(page);
  await page.evaluate(() => document.getElementById('menu')?.remove());
  const [x, y] = await middleOf(allow);
  await page.mouse.click(x, y);
  await told(page).waitFor();
  expect(await decided(page)).toBe('');
  await pass(page, 600);
  await page.mouse.click(x, y);
  await expect.poll(() => decided(page)).toBe('r0 once;');
});

test('a form that has only just come is answered by no click, and its options say so', async () => {
  const page = await stage.openCards('slides-form', '&to=7');
  await standStill(page);
  await goTo(page, 5);
  const small = button(page, 'f', /^small/);
  await small.waitFor({ state: 'detached' });
  await goTo(page, 6);
  await expect.poll(() => small.getAttribute('aria-disabled')).toBe('true');
  await pass(page, 1000);
  expect(await small.getAttribute('aria-disabled')).toBe(null);
  await page.mouse.click(...(await middleOf(small)));
  await expect.poll(() => answered(page)).toBe('small;');
});

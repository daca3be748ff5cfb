/** Nothing of a card is out of sight at its side: nobody agrees to words that they did not see. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { widePlans } from './approval-ledgers.ts';
import { pass, withApprovals } from './approval-stage.ts';

const stage = withApprovals();

/** The words that do not stand, as wide as they are, within their box, the card and the window. */
const beyond = (page: Page): Promise<readonly string[]> =>
  page.locator('.tt-request').evaluate((card) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest('.tt-unseen, [hidden]') !== null) continue;
      const rects = [...(node.textContent ?? '').matchAll(/\S+/gu)].flatMap(({ index, 0: word }) => {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return [...range.getClientRects()];
      });
      for (
        let around: Element | null = parent;
        around !== null;
        around = around === card ? null : around.parentElement
      ) {
        const { left } = around.getBoundingClientRect();
        const isBox = around === card || getComputedStyle(around).overflowX !== 'visible';
        const right = left + around.clientLeft + around.clientWidth;
        if (isBox && rects.some((rect) => rect.left < left - 1 || rect.right > right + 1)) {
          found.push(`${around.className}: ${node.textContent?.slice(0, 40)}`);
        }
      }
    }
    return found;
  });

describe.each([360, 768, 1280])('in a window of %i px no word is out of sight at the side', (width) => {
  const plans = Object.keys(widePlans).map((name, n): [string, string] => [name, `wide-${n}`]);
  const others: [string, string][] = [
    ['arguments', 'wide-arguments'],
    ['a form', 'wide-form'],
  ];
  test.each([...plans, ...others])('of %s', async (_, ledger) => {
    const page = await stage.openCards(ledger, '', { viewport: { width, height: 800 } });
    await page.locator('.tt-request .tt-buttons').first().waitFor();
    await pass(page, 300);
    await expect.poll(() => beyond(page)).toEqual([]);
    const scrolls = await page
      .locator('.tt-request [data-box]')
      .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length);
    expect(scrolls).toBe(0);
  });
});

test('a plan that fits is drawn, and stands as it was written when its window becomes too narrow for it', async () => {
  const page = await stage.openCards('wide-1');
  const table = page.locator('.tt-plan table');
  await table.waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await table.waitFor({ state: 'detached' });
  await expect.poll(() => beyond(page)).toEqual([]);
  await page.getByText('| rm ~ |').waitFor();
});

import type { Page } from 'playwright-core';

/** What a person does to a thread, by the words that person sees. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.tt-bubble', { hasText: text }).last().waitFor();
}

/** The text of every item on the screen, in order. */
export function itemTexts(page: Page): Promise<string[]> {
  return page.locator('.tt-item').evaluateAll((items) =>
    items
      .map((item) => ({ index: Number(item.getAttribute('data-index')), text: item.textContent ?? '' }))
      .sort((a, b) => a.index - b.index)
      .map(({ text }) => text.replace(/\s+/g, ' ').trim()),
  );
}

/** Waits until the thread has said nothing new for a moment, then gives its items. */
export async function settledTexts(page: Page): Promise<string[]> {
  let before = await itemTexts(page);
  for (let quiet = 0; quiet < 3;) {
    await page.waitForTimeout(120);
    const now = await itemTexts(page);
    quiet = JSON.stringify(now) === JSON.stringify(before) ? quiet + 1 : 0;
    before = now;
  }
  return before;
}

export function threadIdOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

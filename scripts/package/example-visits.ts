import { messageBox, itemTexts } from '@toolthread/web/e2e/say.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a person does on the page of each example, and sees. */
export const exampleVisits: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'contract-page': async (page) => {
    const turn = [
      'Which programs know dbplus?',
      expect.stringContaining('1 tool call'),
      expect.stringContaining('Three programs do.'),
    ];
    await send(page, 'Which programs know dbplus?');
    await shows(page, turn);
    // The first turn is stored and was told; the second one is told below it.
    await send(page, 'Which programs know dbplus?');
    await shows(page, [...turn, ...turn]);
    await page.reload();
    await shows(page, [...turn, ...turn]);
  },
  'use-chat': async (page) => {
    await page.getByText('Ask').click();
    await page.getByText('Allow deploy').click();
    await page.getByText('It is deployed.').waitFor();
    await page.getByText('deploy: output-available').waitFor();
  },
  'ai-sdk-agent': async (page) => {
    const turn = [
      'What do I wear?',
      expect.stringContaining('1 tool call'),
      expect.stringContaining('Take an umbrella.'),
    ];
    await send(page, 'What do I wear?');
    await shows(page, turn);
    await send(page, 'What do I wear?');
    await shows(page, [...turn, ...turn]);
  },
  'custom-tool': async (page) => {
    await send(page, 'Roll three dice');
    await page.locator('figure', { hasText: /[⚀-⚅] [⚀-⚅] [⚀-⚅]/u }).waitFor();
    await page.getByText('Your move.').waitFor();
  },
};

async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  // An example may keep its message until the whole answer is there: until then no other one is taken.
  await expect.poll(() => page.getByRole('button', { name: /^Send/ }).isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
}

async function shows(page: Page, texts: readonly unknown[]): Promise<void> {
  await expect.poll(() => itemTexts(page)).toEqual(texts);
}

/** What was begun in a card is kept as what was begun in the message is: over a reload, another thread, a tab that is gone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ledgerOf, messageBox, say } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((store) => Object.keys(store)).filter((name) => /draft:card/.test(name)),
  );

test('own words in a question, an edit and a reason are there after a reload, after another thread, and in a new tab; they settle nothing, take no focus, and are forgotten when the card is settled', async () => {
  const page = await stage.enter();
  await say(page, 'Upgrade it');
  const words = (of: Page) => of.getByRole('textbox', { name: 'Your answer' });
  await page.getByRole('button', { name: /^Something else/ }).click();
  await words(page).fill('None of them');
  await page.reload();
  await expect.poll(() => words(page).inputValue()).toBe('None of them');
  expect(await words(page).evaluate((field) => field === document.activeElement)).toBe(false);
  const address = page.url();
  await page
    .getByRole('link', { name: /^New thread/ })
    .first()
    .click();
  await messageBox(page).fill('other');
  await page.goBack();
  await expect.poll(() => words(page).inputValue()).toBe('None of them');
  await words(page).press('Enter');
  const edit = (of: Page) => of.getByRole('textbox', { name: 'Arguments to run instead' });
  await page.getByRole('button', { name: /^Edit/ }).click();
  await edit(page).fill('{ "path": "OTHER.md"');
  const other = await page.context().newPage();
  await page.goto('about:blank');
  await page.close();
  await other.goto(address);
  await expect.poll(() => edit(other).inputValue()).toBe('{ "path": "OTHER.md"');
  expect(await edit(other).evaluate((field) => field === document.activeElement)).toBe(false);
  // It is checked as it was when it was written.
  expect(await other.getByRole('button', { name: 'Run this instead' }).isDisabled()).toBe(true);
  await other.getByText('This is not a JSON object.').waitFor();
  await edit(other).press('Escape');
  await other.getByRole('button', { name: /^Give a reason/ }).click();
  const reason = other.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Not on a Friday');
  await other.reload();
  await expect.poll(() => reason.inputValue()).toBe('Not on a Friday');
  const settled = async () => (await ledgerOf(stage.server, other)).filter(({ type }) => type === 'request.resolved');
  expect(await settled()).toHaveLength(1);
  await reason.press('Enter');
  await expect.poll(async () => (await settled()).length).toBe(2);
  await expect.poll(() => kept(other)).toEqual([]);
});

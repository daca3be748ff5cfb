/** The parts in a page of somebody else: its actions may fail as any request does, and its people write in every language. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ledgerText, waitingLedger } from './ledger-text.ts';
import { withFixtures } from './with-fixtures.ts';

const stage = withFixtures(new Map([['/waiting.jsonl', ledgerText(waitingLedger())]]));
const offline = '&reject=The%20network%20is%20gone.';
const problem = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('alert').filter({ hasText: 'The network is gone.' });

describe('[L3] an action of the host that rejects is over, and its reason is shown', () => {
  test('a message stays to be sent again', async () => {
    const page = await stage.draw(`ledger=tour&composer${offline}`);
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.fill('Hello');
    await message.press('Enter');
    await problem(page).waitFor();
    expect(await message.inputValue()).toBe('Hello');
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
  });

  test('a decision can be made again', async () => {
    const page = await stage.draw(`url=/waiting.jsonl${offline}`);
    const allow = page.getByRole('button', { name: /^Allow once/ });
    await allow.click();
    await problem(page).waitFor();
    // The words below moved it.
    await expect.poll(() => allow.isEnabled()).toBe(true);
  });

  test('an answer stays to be sent again', async () => {
    const page = await stage.draw(`url=/waiting.jsonl${offline}`);
    await page.getByRole('button', { name: /^Something else/ }).click();
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill('The old one');
    await answer.press('Enter');
    await problem(page).waitFor();
    expect(await answer.inputValue()).toBe('The old one');
    expect(await answer.isEnabled()).toBe(true);
  });

  test('an option that was not taken is sent again by choosing it again', async () => {
    const page = await stage.draw(`url=/waiting.jsonl${offline}`);
    const option = page.locator('.tt-question button[aria-pressed]').first();
    const answered = (): Promise<string | undefined> =>
      page.evaluate(() => document.documentElement.dataset['answered']);
    await option.click();
    await problem(page).waitFor();
    const once = await answered();
    // It does not look as if it had been sent.
    expect(await option.getAttribute('aria-pressed')).toBe('false');
    // A press right after what was said moved the card is refused, and told.
    await expect
      .poll(async () => {
        if ((await answered()) === once) await option.click();
        return answered();
      })
      .toBe(`${once}${once}`);
  });

  test('an edit stays to be changed, and has the focus', async () => {
    const page = await stage.draw(`url=/waiting.jsonl${offline}`);
    await page.getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('button', { name: 'Run this instead' }).click();
    await problem(page).waitFor();
    const edit = page.getByRole('textbox', { name: 'Arguments to run instead' });
    await expect.poll(() => edit.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('other words for a queued message stay, and it can still be removed', async () => {
    const page = await stage.draw(`ledger=queued-messages&to=12${offline}`);
    const queue = page.locator('.tt-queue');
    await queue
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await problem(page).waitFor();
    expect(
      await queue
        .getByRole('button', { name: /^Remove/ })
        .first()
        .isEnabled(),
    ).toBe(true);
    await queue.getByRole('button', { name: 'Dismiss' }).click();
    await queue.getByRole('button', { name: /^Edit/ }).first().click();
    const words = page.getByRole('textbox', { name: 'Edit message' });
    await words.fill('Other words');
    await words.press('Enter');
    await problem(page).waitFor();
    expect(await words.inputValue()).toBe('Other words');
  });

  test('a run can be tried again', async () => {
    const page = await stage.draw(`ledger=failed-run${offline}`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await problem(page).waitFor();
    expect(await again.isEnabled()).toBe(true);
  });

  test('changes can be undone again, and say why there is no diff', async () => {
    const page = await stage.draw(`ledger=workspace-changed-and-undone&to=14${offline}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Yes, undo' }).click();
    await problem(page).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
    await page.locator('[data-kind=changes] [aria-expanded=false]').first().click();
    await expect.poll(() => problem(page).count()).toBe(2);
  });
});

describe('a key that goes into an input method', () => {
  /** Chromium says `isComposing`; Safari only the key's number. */
  const composing: readonly Composing[] = [{ isComposing: true }, { keyCode: 229 }];

  test('sends no message', async () => {
    const page = await stage.draw('ledger=tour&composer');
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.fill('にほん');
    for (const init of composing) await press(message, 'Enter', init);
    expect(await page.evaluate(() => document.documentElement.dataset['sent'])).toBe(undefined);
    await press(message, 'Enter', {});
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['sent'])).toBe('にほん\n');
  });

  test('saves no other words, and does not leave them', async () => {
    const page = await stage.draw('ledger=queued-messages&to=12');
    await page.locator('.tt-queue').getByRole('button', { name: /^Edit/ }).first().click();
    const words = page.getByRole('textbox', { name: 'Edit message' });
    await words.fill('にほん');
    for (const init of composing) {
      await press(words, 'Enter', init);
      await press(words, 'Escape', init);
      expect(await words.count()).toBe(1);
    }
    expect(await words.inputValue()).toBe('にほん');
    await press(words, 'Enter', {});
    await expect.poll(() => words.count()).toBe(0);
  });
});

interface Composing {
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

async function press(field: ReturnType<Page['getByRole']>, key: string, init: Composing): Promise<void> {
  await field.evaluate(
    async (element, more) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...more }));
      // What an action gives is drawn by then.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    },
    { key, ...init },
  );
}

/** What was begun in a card is kept as what was begun in the message is: over a reload, another thread, a tab that is gone. */
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ledgerOf, messageBox, say } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

/** A question with ticks and own words, and a form that asks for a secret. */
const asked: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  {
    type: 'request.opened',
    request: 'q/1',
    kind: 'question',
    questions: [
      {
        question: 'What is upgraded?',
        multiple: true,
        free_text: true,
        options: [{ label: 'The parser' }, { label: 'The changelog' }],
      },
    ],
  },
  { type: 'request.opened', request: 's1', kind: 'elicitation', questions: [{ question: 'API key' }] },
  { type: 'agent.status', status: 'awaiting_user' },
];

let waiting: string;
const stage = withServer({
  speed: 50,
  seed: async (data) => {
    waiting = await seedThread(data, 'Waiting', asked);
  },
});

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((store) => Object.keys(store)).filter((name) => /draft:card/.test(name)),
  );

test('own words in a question, an edit and a reason are there after a reload, after another thread, and in a new tab; they settle nothing, take no focus, and are forgotten when the card is settled', async () => {
  // A browser of its own: its first tab is closed.
  const page = await stage.enter({ locale: 'en-GB' });
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

test('ticks and own words beside them come back; what seems to be a secret is never stored', async () => {
  const page = await stage.enter();
  await messageBox(page).waitFor();
  await page.goto(`${stage.server.url}/t/${waiting}`);
  const tick = page.getByRole('button', { name: /^The changelog/ });
  await tick.click();
  await page.getByRole('button', { name: /^Something else/ }).click();
  const [words, secret] = [0, 1].map((index) => page.getByRole('textbox', { name: 'Your answer' }).nth(index));
  await words?.fill('and the README');
  await secret?.fill('sk-very-secret');
  await page.reload();
  await expect.poll(() => words?.inputValue()).toBe('and the README');
  expect(await tick.getAttribute('aria-pressed')).toBe('true');
  expect(await secret?.inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'very-secret',
  );
});

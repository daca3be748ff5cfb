import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { say } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { seedSession } from './seed-session.ts';
import { withServer } from './with-server.ts';

let titled: string;
const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    seedSession(data, 'claude-code/everyday.jsonl');
    titled = await seedThread(data, 'Titled', [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: '### Result\n\n#### In short\n\nDone.' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    ]);
  },
});

/** As the page begins. */
async function home(): Promise<Page> {
  const page = await stage.enter();
  await page.locator('.session-row').first().waitFor();
  await page.locator('.search-all').waitFor();
  return page;
}

/** One after the other would not do: what was opened has another name, and the second is the first then. */
async function openAll(page: Page): Promise<void> {
  for (const heads of [page.getByRole('button', { name: /show details/ }), page.locator('.tt-call-head')])
    await heads.evaluateAll((all) => {
      for (const head of all) if (head instanceof HTMLElement) head.click();
    });
}

test('[issue 13] axe: home, search and usage', async () => {
  const page = await home();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).fill('border');
  await page.locator('.hit').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${stage.server.url}/usage`);
  await page.locator('.usage-page').getByRole('combobox', { name: 'When' }).selectOption('Any time');
  await page.getByRole('heading', { name: 'By model' }).waitFor();
  for (const summary of await page.locator('.usage-table summary').all()) await summary.click();
  expect(await axeViolations(page)).toEqual([]);
});

test('[issue 13] axe: a thread that asks, one that is done and open, one that failed', async () => {
  const page = await home();
  await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
  await page.locator('.tt-request').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: /^Ask me before you publish/ }).click();
  await page.locator('.tt-request').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Deny/ }).click();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await openAll(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(stage.server.url);
  await say(page, 'Show me that output is only text');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await openAll(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('[issue 13] axe: a session of another agent, dialogs, and pages that say why they are empty', async () => {
  const page = await home();
  await page.locator('.session-row').first().click();
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Keys/ }).click();
  await page.getByRole('dialog').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // The levels of an answer's headings follow the page's, however deep they were written.
  await page.goto(`${stage.server.url}/t/${titled}`);
  await page.getByRole('heading', { level: 3, name: 'In short' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${stage.server.url}/t/not-a-thread`);
  await page.getByRole('heading', { name: 'There is no thread at this address' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${stage.server.url}/no/such/page`);
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const stranger = await stage.open({ locale: 'en' });
  await stranger.goto(stage.server.url);
  await stranger.getByText('Open the address that the server printed').waitFor();
  expect(await axeViolations(stranger)).toEqual([]);
});

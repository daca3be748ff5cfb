import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lowContrast } from './page-state/low-contrast.ts';
import { seedSession } from './seed-session.ts';
import { withServer } from './with-server.ts';

const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    seedSession(data, 'claude-code/everyday.jsonl');
    seedSession(data, 'claude-code/small.jsonl');
    // Of a model that no list of prices knows.
    seedSession(data, 'pi/linear.jsonl', '.pi/agent/sessions/shop');
  },
});

test('[issue 13] usage: plots with the table behind each, an unknown model named, by keyboard', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  await page.getByRole('link', { name: 'Usage' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/usage');
  await page.locator('.usage-page').getByRole('combobox', { name: 'When' }).selectOption('Any time');
  await page.getByRole('heading', { name: 'By model' }).waitFor();
  expect(await page.locator('.plot svg rect').count()).toBeGreaterThan(4);
  const summary = page.getByText('The table: By agent');
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /^Claude Code/ }).waitFor();
  expect(await page.locator('.usage-total').textContent()).toContain('tokens');
  expect(await page.locator('.usage-notes').textContent()).toContain('No price is known');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.getByRole('link', { name: /New thread/ }).click();
  await page.locator('.first-words').waitFor();
});

test.each(['light', 'dark'] as const)('usage can be read in the %s theme, and fits a phone', async (colorScheme) => {
  const page = await stage.enter({ colorScheme, viewport: { width: 390, height: 800 } }, '/usage?lang=de');
  await page.locator('.usage-page').getByRole('combobox', { name: 'Wann' }).selectOption('Jederzeit');
  await page.getByRole('heading', { name: 'Nach Modell' }).waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${stage.server.url}/?lang=en`);
});

const away = (page: Page): Locator => page.getByRole('main').getByText('The server does not answer.');

test('[issue 13] a page that did not come says that the server does not answer, and comes when it is back', async () => {
  const page = await stage.enter();
  await page.locator('.home-row').first().waitFor();
  await page.route('**/assets/load-settings*', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  await away(page).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  stage.misdeeds.splice(0);
});

test('[issue 13] usage that did not come is asked for again', async () => {
  const page = await stage.enter();
  await page.locator('.home-row').first().waitFor();
  await page.route('**/api/usage*', (route) => route.abort());
  await page.goto(`${stage.server.url}/usage`);
  await away(page).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText('No usage.').waitFor();
});

test('[issue 13] plots by day are true in time: what was asked for is shown whole, and a longer time in weeks', async () => {
  const page = await stage.enter();
  await page.locator('.home-row').first().waitFor();
  await page.goto(`${stage.server.url}/usage`);
  await page.getByText('No usage.').waitFor();
  await page.locator('.usage-page').getByRole('combobox', { name: 'When' }).selectOption('Any time');
  const plot = page.locator('.plot').first();
  await plot.getByText('Tokens by week').waitFor();
  const places = await plot
    .locator('svg g')
    .evaluateAll((spans) => spans.map((span) => Number(span.querySelector('rect')?.getAttribute('x'))));
  expect(places.length).toBeGreaterThan(8);
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.01);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { launchServer } from './launch.ts';
import type { Launched } from './launch.ts';
import { openPage } from './open-page.ts';
import { say } from './thread-on-page.ts';

let browser: Browser;
let server: Launched;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), launchServer()]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** What stands there when the whole of it is done, however it was reached. */
async function expectWholeTurn(page: Page): Promise<void> {
  const group = page.locator('.tt-group');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  expect(await group.locator('.tt-group-label').textContent()).toBe('🔧 6 tool calls');
  expect(await group.locator('.tt-chip[data-tone=failed]').textContent()).toBe('1 failed');
  expect(await page.locator('.tt-answer td').last().textContent()).toBe('one line');
  expect(await page.locator('.tt-answer .tt-meta').textContent()).toMatch(/^Assistant · [\d.]+ ?m?s · \d+ tokens/);
  expect(await page.locator('.tt-request').count()).toBe(0);
}

describe('the whole turn', { timeout: 120_000 }, () => {
  test('by clicks: ask, watch, open, answer, allow, read', async () => {
    const { page, misdeeds, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
    await page.getByRole('button', { name: /^Only the linter/ }).click();
    await page.getByRole('button', { name: /^Allow once/ }).click();
    await expectWholeTurn(page);

    await page.getByRole('button', { name: /6 tool calls/ }).click();
    const rail = page.locator('.tt-rail');
    expect(await rail.locator('.tt-commentary').first().textContent()).toContain('I’ll look at the workspace');
    expect(await rail.locator('.tt-call[data-status=failed] .tt-result').textContent()).toContain('FAIL lint: tabs');
    expect(await rail.getByText('Only the linter').count()).toBe(1);
    expect(await rail.locator('.tt-diff-row[data-kind=added]').first().textContent()).toContain("mode: 'strict'");
    expect(await rail.locator('img[alt="chart.png"]').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
      64,
    );

    await rail.getByRole('button', { name: /^run_shell_command/ }).click();
    expect(await rail.locator('.tt-details').textContent()).toContain('exit_code');
    expect(misdeeds).toEqual([]);
    await close();
  });

  test('by keyboard alone', async () => {
    const { page, misdeeds, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await page.locator('.first-words').waitFor();
    // The new thread has the focus in its message; Tab leaves it, `/` comes back.
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('Upgrade the parser');
    await page.keyboard.press('Enter');
    await page.locator('.tt-request').waitFor();
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: /^Allow once/ }).waitFor();
    await page.keyboard.press('a');
    await expectWholeTurn(page);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.tt-rail').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.locator('.first-words').waitFor();
    expect(misdeeds).toEqual([]);
    await close();
  });

  test('a question answered in one’s own words, an approval denied', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Something else/ }).click();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('None of them');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    expect(await page.locator('.tt-group').textContent()).toContain('1 denied');
    await page.getByRole('button', { name: /tool calls/ }).click();
    expect(await page.locator('.tt-rail').textContent()).toContain('None of them');
    await close();
  });

  test('an approval edited runs what the person wrote', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^All three/ }).click();
    await page.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('textbox', { name: 'Arguments to run instead' });
    await edit.fill('{ "path": "OTHER.md"');
    expect(await page.getByRole('button', { name: 'Run this instead' }).isDisabled()).toBe(true);
    await edit.fill('{ "path": "OTHER.md", "content": "mine" }');
    await page.getByRole('button', { name: 'Run this instead' }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.getByRole('button', { name: /tool calls/ }).click();
    expect(await page.locator('.tt-call').last().textContent()).toContain('Created OTHER.md');
    expect(await page.locator('.tt-call').last().textContent()).toContain('edited by you');
    await close();
  });
});

import type { Browser, Locator } from 'playwright-core';
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

describe('requests', { timeout: 120_000 }, () => {
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
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Edit/ }).click();
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

  test('a form of a tool is filled in; what does not fit is asked again, with all that did', async () => {
    const { page, misdeeds, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await say(page, 'Form please');
    const card = page.locator('.tt-request');
    await card.getByText('test asks: Your order, please').waitFor();
    const field = (name: string): Locator => card.getByRole('group', { name }).getByRole('textbox');
    const send = card.getByRole('button', { name: /^Send/ });
    expect(await send.isDisabled()).toBe(true);
    await field('Name').fill('Ada');
    await field('How many').fill('30');
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('2');
    // The present is optional.
    await send.click();
    await card.getByText('The answer to “How many” does not fit.').waitFor();
    expect(await field('Name').inputValue()).toBe('Ada');
    expect(await card.getByRole('button', { name: 'm', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await field('How many').fill('3');
    await page.keyboard.press('Enter');
    await page.locator('.tt-answer', { hasText: 'ordered {"name":"Ada","count":3,"size":"m"}' }).waitFor();
    await page.getByRole('button', { name: /1 tool call/ }).click();
    expect(await page.locator('.tt-call').textContent()).toContain('test__form() → ordered');
    expect(misdeeds).toEqual([]);
    await close();
  });

  test('a form of a tool is declined', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.goto(server.address);
    await say(page, 'Form please');
    await page.getByRole('button', { name: /^Decline/ }).waitFor();
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('d');
    await page.locator('.tt-answer', { hasText: 'Done: not ordered' }).waitFor();
    await close();
  });
});

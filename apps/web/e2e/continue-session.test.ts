import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { itemTexts, ledgerOf, messageBox, threadIdOf, write } from './say.ts';
import { withServer } from './with-server.ts';

const SESSION = '5f0c2b1e-1111-4222-8333-944455556666';

/** A session that Claude Code left yesterday, with a call that never ended. */
const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    mkdirSync(dirname(sessionIn(data)), { recursive: true });
    writeFileSync(sessionIn(data), openSession('Fix the rounding of prices', SESSION, Date.UTC(2026, 0, 1, 10)));
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(sessionIn(data), yesterday, yesterday);
  },
});

/** What was asked, and a call without a result. */
function openSession(words: string, sessionId: string, begin: number): string {
  const line = (index: number, type: string, message: object): string => {
    const timestamp = new Date(begin + index * 1000).toISOString();
    return `${JSON.stringify({ type, uuid: `u${index}`, sessionId, cwd: '/home/me/shop', timestamp, message })}\n`;
  };
  const looks = { type: 'text', text: 'I look where prices are rounded.' };
  const calls = { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'grep -r round src' } };
  const answer = (content: object): object => ({ id: 'r1', role: 'assistant', model: 'm-1', content: [content] });
  const asked = line(1, 'user', { role: 'user', content: words });
  return asked + line(2, 'assistant', answer(looks)) + line(3, 'assistant', answer(calls));
}

/** In the list of what is on this computer. */
function sessionRow(page: Page): Locator {
  return page.getByRole('button', { name: /Fix the rounding of prices.*Claude Code/ });
}

function sessionIn(data: string): string {
  return join(data, 'home/.claude/projects/-home-me-shop', `${SESSION}.jsonl`);
}

test('[issue 13] Continue here, by keyboard: the history is there, the message has the focus, the agent answers; the file is as it was', async () => {
  const page = await stage.enter();
  const file = sessionIn(stage.server.data);
  const before = [readFileSync(file, 'utf8')];
  await sessionRow(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  const session = threadIdOf(page);
  await page.locator('.tt-item').nth(1).waitFor();
  const shown = await itemTexts(page);
  const button = page.getByRole('button', { name: 'Continue here' });
  await button.focus();
  await page.keyboard.press('Enter');
  await messageBox(page).waitFor();
  await expect.poll(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
  const fork = threadIdOf(page);
  expect(fork).not.toBe(session);
  await expect.poll(() => itemTexts(page)).toEqual(shown);
  await page.getByRole('heading', { level: 1, name: 'Continued: Fix the rounding of prices' }).waitFor();
  await write(page, 'Go on');
  await page.locator('.tt-answer[data-state=done]').last().waitFor();
  const events = await ledgerOf(stage.server, page);
  expect(events.filter(({ type }) => type === 'message.posted')).toHaveLength(2);
  // Both are in the list, and the way back is in the bar.
  await page.getByRole('link', { name: /Continued: Fix the rounding of prices/ }).waitFor();
  await page.getByRole('link', { name: 'Origin' }).click();
  await button.waitFor();
  expect(threadIdOf(page)).toBe(session);
  await expect.poll(() => itemTexts(page)).toEqual(shown);
  expect([readFileSync(file, 'utf8')]).toEqual(before);
});

test('[issue 13] where the server does not answer, it says so, and the session stays', async () => {
  const page = await stage.enter();
  await sessionRow(page).click();
  const button = page.getByRole('button', { name: 'Continue here' });
  await button.waitFor();
  await page.route('**/fork', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'The disk is full.' } } }),
  );
  await button.click();
  await page.getByRole('alert').filter({ hasText: 'Not continued: The disk is full.' }).waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
  stage.misdeeds.splice(0);
});

test('[issue 13] the thread that shows a session is removed from the list, and the session can be opened again', async () => {
  const page = await stage.enter();
  const session = sessionRow(page);
  await session.click();
  await page.getByRole('button', { name: 'Continue here' }).waitFor();
  const rows = page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: /prices$|prices [^(]*$/ });
  await rows.first().waitFor();
  await page
    .locator('li', { has: page.locator('[aria-current=page]') })
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await session.click();
  await page.getByRole('button', { name: 'Continue here' }).waitFor();
});

test('[issue 13] a call of a session that is silent for minutes, or for a day, has no result', async () => {
  const file = sessionIn(stage.server.data);
  writeFileSync(join(dirname(file), 'silent.jsonl'), openSession('Build all of it', 'silent', Date.now() - 300_000));
  const page = await stage.enter();
  // The token of the address is kept by then.
  await page.locator('.tt-composer textarea').waitFor();
  for (const title of ['Build all of it', 'Fix the rounding of prices']) {
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: new RegExp(`${title}.*Claude Code`) }).click();
    await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
    await page.locator('.tt-group-head').click();
    await page.locator('.tt-rail').getByText('no result', { exact: true }).waitFor();
  }
});

test.each([
  [640, 425],
  [390, 844],
])(
  'at %i by %i px a session leaves most of the screen to its thread: two lines above, and one for the command',
  async (width, height) => {
    const page = await stage.enter({ viewport: { width, height } });
    await sessionRow(page).click();
    await page.getByRole('button', { name: 'Continue here' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await page.locator('.bar-account').waitFor();
    const boxOf = async (locator: Locator) =>
      (await locator.boundingBox()) ?? { x: 9999, y: -1, height: -1, width: -1 };
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    const beside = await boxOf(page.getByRole('button', { name: 'Export' }));
    expect(Math.abs(title.y + title.height / 2 - beside.y - beside.height / 2)).toBeLessThan(12);
    const command = page.locator('.session-notice .session-command');
    expect((await boxOf(command)).height).toBeLessThan(width < 400 ? 50 : 36);
    // The command itself is in sight, and a cut one ends in dots.
    const code = command.locator('code');
    const shown = await boxOf(code);
    expect(shown.width).toBeGreaterThan(120);
    expect(shown.x + shown.width).toBeLessThanOrEqual(width);
    expect(await code.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('ellipsis');
    const thread = await boxOf(page.locator('.tt-scroller'));
    expect(thread.height / height).toBeGreaterThan(0.5);
    expect((await boxOf(page.locator('.session-notice'))).height / height).toBeLessThan(0.34);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test('[issue 13] on a phone what stands in the second line of a session’s header stands on one line', async () => {
  const page = await stage.enter({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await sessionRow(page).press('Enter');
  await page.locator('.bar-account').waitFor();
  const middles = await page.locator('.bar').evaluate((bar) =>
    ['.bar-place > .bar-choice', '.bar-account'].map((part) => {
      const words = document.createRange();
      words.selectNodeContents(bar.querySelector(part) ?? bar);
      const { top, bottom } = words.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99))).toBeLessThanOrEqual(2);
});

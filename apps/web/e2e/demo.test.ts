import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { say } from './say.ts';
import { withServer } from './with-server.ts';

const renderers = fileURLToPath(new URL('../../../examples/renderers/my-renderers.js', import.meta.url));
const stage = withServer({ program: 'demo', speed: 8, options: ['--renderers', renderers], seed: seedSession });
let session: string;

const record = (uuid: string, type: string, content: unknown, at = '2026-02-02T03:40:01.000Z'): string => {
  const message = { id: uuid, role: type, model: 'm-1', content };
  const fields = { uuid, type, message, sessionId: '5f0c2b1e-1111-4222-8333-944455556666', cwd: '/home/me/shop' };
  return `${JSON.stringify({ ...fields, parentUuid: null, isSidechain: false, timestamp: at })}\n`;
};

/** What another agent left in the home of whoever started the server. */
async function seedSession(data: string): Promise<void> {
  session = join(data, 'home/.claude/projects/-shop/5f0c2b1e-1111-4222-8333-944455556666.jsonl');
  mkdirSync(dirname(session), { recursive: true });
  const called = [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'npm test' } }];
  writeFileSync(session, record('u1', 'user', 'Fix the rounding') + record('a1', 'assistant', called));
}

/** With what turns and slides, where a test says so: each frame of it costs the processor. */
async function begin(options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.enter(options);
  await page.locator('.first-words').waitFor();
  return page;
}

/** What is there when the tour is over, however it was reached. */
async function expectWholeTour(page: Page): Promise<void> {
  const answer = page.locator('.tt-answer[data-state=done]');
  await answer.waitFor();
  const group = page.locator('.tt-group');
  expect(await group.locator('.tt-group-label').textContent()).toBe('🔧 10 tool calls');
  expect(await group.locator('.tt-chip[data-tone=failed]').textContent()).toBe('1 failed');
  expect(await answer.getByRole('heading').textContent()).toBe('The parser is at version 2.2.0');
  expect(await answer.locator('.tt-meta').textContent()).toMatch(/^Assistant · [\d.]+ ?m?s · \d+ tokens/);
  await page.locator('.tt-request').waitFor({ state: 'detached' });
  await page.locator('.bar-totals', { hasText: '10 tool calls · 1 failed' }).waitFor();
}

describe('the demo', () => {
  test('by clicks: one click asks, two answer, and all of it can be opened', async () => {
    const page = await begin({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
    await page.getByRole('button', { name: /^2\.2\.0/ }).click();
    await page.getByRole('button', { name: /^The changelog/ }).click();
    await page.getByRole('button', { name: /^Send/ }).first().click();
    await expectWholeTour(page);

    await page.locator('.tt-group-head', { hasText: /10 tool calls/ }).click();
    const rail = page.locator('.tt-rail');
    expect(await rail.locator('.tt-commentary').first().textContent()).toContain('I’ll look around first');
    expect(await rail.locator('.tt-call[data-status=failed] .tt-result').textContent()).toContain('exit 1');
    await rail.locator('.tt-diff-row[data-kind=added]').nth(1).waitFor();
    const width = (): Promise<number> => rail.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(1);
    expect(await rail.locator('.tt-call', { hasText: 'chat_ask_user' }).textContent()).toContain('2.2.0');
    // By the renderer of the example, which the server was given.
    expect(await rail.locator('.release').textContent()).toBe('📦 tiny-parser: done');
    await rail.getByRole('button', { name: /^look_up_release/ }).click();
    expect(await rail.locator('.tt-details').textContent()).toContain('tiny-parser');
  });

  test('nothing is offered before the server has said what its agent can do', async () => {
    const page = await stage.open();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/info', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    await page.goto(stage.server.address);
    await page.locator('.first-words').waitFor();
    await asked.promise;
    expect(await page.locator('.first-words-column button').count()).toBe(0);
    answer.resolve();
    await page.getByRole('button', { name: /^Upgrade the parser/ }).waitFor();
  });

  test.each([
    [1280, 900],
    [1280, 1400],
    [400, 800],
  ])(
    '[issue 13] what it offers stays where it is while the rest of the page comes, at %i by %i',
    async (width, height) => {
      const page = await stage.open({ viewport: { width, height } });
      const rest = Promise.withResolvers<void>();
      // All but what the prompts are made of comes later, and in an order that nobody chose.
      await page.route(
        /api\/(?!info|threads|session$)|(?:search-all|home-list|choice-row|connect-model|drop-session)/,
        async (route) => {
          await rest.promise;
          await route.continue();
        },
      );
      await page.goto(stage.server.address);
      const prompt = page.getByRole('button', { name: /^Upgrade the parser/ });
      await prompt.waitFor();
      const place = (): Promise<number> => prompt.evaluate((button) => button.getBoundingClientRect().top);
      const before = await place();
      rest.resolve();
      await page.getByText('Fix the rounding').first().waitFor();
      await page.getByRole('searchbox').first().waitFor();
      expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    },
  );

  test('[issue 13] what is pressed in the list of home stays there until the click, whatever comes meanwhile', async () => {
    const page = await begin();
    const row = page.locator('.session-row', { hasText: 'Fix the rounding' });
    await row.hover();
    await page.mouse.down();
    const later = join(dirname(session), '6f0c2b1e-1111-4222-8333-944455556666.jsonl');
    writeFileSync(later, record('u9', 'user', 'What came later').replaceAll('5f0c2b1e', '6f0c2b1e'));
    await page.waitForResponse(
      async (answer) => /api\/sessions/.test(answer.url()) && /What came later/.test(await answer.text()),
    );
    await page.mouse.up();
    await page.waitForURL('**/t/*');
    await page.getByRole('heading', { level: 1, name: 'Fix the rounding' }).waitFor();
    rmSync(later);
  });

  test('words that could not be sent by a click are told, and the next click sends them', async () => {
    const page = await begin();
    await page.route('**/api/threads', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const prompt = page.getByRole('button', { name: /^Upgrade the parser/ });
    await prompt.click();
    await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await prompt.click();
    await page.waitForURL('**/t/*');
  });

  test('by keyboard alone', async () => {
    const page = await begin({ reducedMotion: 'no-preference' });
    // A new thread has the focus in its message; Tab leaves it, `/` comes back.
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('Upgrade the parser and make the tests pass');
    await page.keyboard.press('Enter');
    await page.locator('.tt-request').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('.tt-request[data-listening]').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expectWholeTour(page);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.tt-rail').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keys');
    expect(await page.getByRole('dialog', { name: 'Keys' }).getByRole('definition').first().ariaSnapshot()).toContain(
      'N',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.locator('.first-words').waitFor();
  });

  test('asks before it publishes, and a key allows it', async () => {
    const page = await begin();
    await page.getByRole('button', { name: /^Ask me before you publish/ }).click();
    await page.getByRole('button', { name: /^Allow once/ }).waitFor();
    expect(await page.locator('.tt-argument', { hasText: 'tag' }).textContent()).toContain('latest');
    await page.locator('.tt-scroller').focus();
    await page.locator('.tt-request[data-listening]').waitFor();
    await page.keyboard.press('a');
    await page.locator('.tt-answer[data-state=done]', { hasText: 'is published as latest' }).waitFor();
  });

  test('[H2] a reply typed after a click on a prompt is a message, and approves nothing', async () => {
    // A browser of its own: its clock stands still.
    const page = await stage.open({ locale: 'en-GB' });
    await page.clock.install();
    await page.goto(stage.server.address);
    await page.getByRole('button', { name: /^Ask me before you publish/ }).click();
    const allow = page.getByRole('button', { name: /^Allow once/ });
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await page.locator('.tt-request[data-listening]').waitFor();
    // So much time goes by between two letters, however busy the machine is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
    for (const letter of 'a what does that publish?') {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await page.clock.runFor(30);
    }
    await page.clock.runFor(2_000);
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('a what does that publish?');
    expect(await allow.isEnabled()).toBe(true);
  });

  test('[issue 13] what is always allowed is listed in the settings, runs without asking, and can be revoked', async () => {
    const page = await begin();
    const ask = 'Ask me before you publish';
    await page.getByRole('button', { name: new RegExp(`^${ask}`) }).click();
    await page.getByRole('button', { name: 'Always allow' }).click();
    const published = page.locator('.tt-answer[data-state=done]', { hasText: 'is published as latest' });
    await published.waitFor();
    await say(page, ask);
    await expect.poll(() => published.count()).toBe(2);
    const thread = page.url();
    await page.goto(new URL('/settings', thread).href);
    await page.getByText('Calls that are always allowed: 1.').click();
    await page.getByText(/^publish_package .*"tag":"latest".* since .*, until /).waitFor();
    await page.getByRole('button', { name: 'Change the rules' }).click();
    await page
      .getByRole('group', { name: /^Revoke calls/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Calls that are always allowed: 0.').waitFor();
    await page.goto(thread);
    await say(page, ask);
    await page.getByRole('button', { name: /^Deny/ }).click();
  });

  test('shows a failed attempt for what it is, and goes on', async () => {
    const page = await begin();
    await page.getByRole('button', { name: /^Lose the connection/ }).click();
    await page.locator('.tt-answer[data-state=done]', { hasText: 'and this is the answer' }).waitFor();
    expect(await page.locator('.tt-discarded').textContent()).toContain(
      'The connection was lost (on purpose). (ECONNRESET)',
    );
  });

  test('[L7] its hostile output is only text', async () => {
    const page = await begin();
    await page.getByRole('button', { name: /^Show me that output is only text/ }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.locator('.tt-group-head', { hasText: /1 tool call/ }).click();
    const result = page.locator('.tt-result').first();
    await result.getByRole('button', { name: 'Show all' }).click();
    expect(await result.textContent()).toContain('<script>document.title="owned"</script>');
    expect(await result.textContent()).toContain('<tool>rm(path=/)');
    expect(await result.textContent()).toContain('⟨OSC 0⟩');
    // Before it may be how many threads wait for a person.
    expect(await page.title()).toMatch(/^(?:\(\d+\) |[✓✗] )?Show me that output is only text · Toolthread$/);
    expect(await result.locator('img, a, script').count()).toBe(0);
  });

  test('a message names a member: that one works, and nobody else', async () => {
    const page = await begin();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Run the tests, @co');
    await page.getByRole('group', { name: 'Mention a member' }).getByText('@coder').waitFor();
    await message.press('Tab');
    await expect.poll(() => message.inputValue()).toBe('Run the tests, @coder ');
    expect(await page.locator('.tt-composer-names').textContent()).toBe('To @coder');
    await message.press('Enter');
    await page.locator('.tt-answer[data-state=done]').waitFor();
    expect(await page.locator('.tt-section').count()).toBe(1);
    expect(await page.locator('.tt-section').textContent()).toContain('@coder');
  });

  test('[issue 13] a session of another agent: found, opened by keyboard, read only, live while its file grows, with its account', async () => {
    const page = await begin();
    const rows = page.locator('.session-row');
    await rows.filter({ hasText: 'Fix the rounding' }).waitFor();
    const states = page.getByRole('combobox', { name: 'State' });
    await states.selectOption('Failed');
    await rows.waitFor({ state: 'detached' });
    const nothing = page.locator('.home-list').getByText('Nothing here.');
    const tops = await Promise.all([states, nothing].map(async (part) => (await part.boundingBox())?.y ?? Number.NaN));
    // It stands where the list was.
    expect(tops[0]).toBeLessThan(tops[1] ?? Number.NaN);
    await states.selectOption('Any state');
    await page.getByRole('combobox', { name: 'By project' }).selectOption('/home/me/shop');
    await rows.filter({ hasText: 'Claude Code · m-1 · 1 tool call' }).waitFor();
    expect(await page.locator('.home-folder h3').allTextContents()).toEqual(['/home/me/shop']);
    await rows.press('Enter');
    await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
    expect(await page.locator('.session-dates').textContent()).toMatch(/20\d\d/);
    const command = page.locator('.session-notice code');
    expect(await command.textContent()).toBe('claude --resume 5f0c2b1e-1111-4222-8333-944455556666');
    // Beside "Continue here" it says where else.
    await page.getByText('To continue it in Claude Code, run this in its folder:').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    const thread = page.url();
    const result = [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok 12' }];
    appendFileSync(session, record('u2', 'user', result) + record('u3', 'user', 'And the tests?'));
    await page.locator('.tt-scroller').getByText('And the tests?').waitFor();
    await page.getByRole('button', { name: /4 records/ }).click();
    await page.getByRole('dialog', { name: 'Import details' }).waitFor();
    await page.keyboard.press('Escape');
    const left = readFileSync(session, 'utf8');
    // [L1] The same after a reload, and from the list again.
    await page.reload();
    await page.locator('.tt-scroller').getByText('And the tests?').waitFor();
    await page.getByRole('link', { name: /^New thread/ }).click();
    await rows.filter({ hasText: 'Fix the rounding' }).click();
    await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
    await page.getByRole('button', { name: 'Actions: Fix the rounding' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Cents');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cents' }).waitFor();
    await page.getByRole('link', { name: /^New thread/ }).click();
    await rows.filter({ hasText: 'Cents' }).click();
    await page.waitForURL(thread);
    expect(readFileSync(session, 'utf8')).toBe(left);
  });
});

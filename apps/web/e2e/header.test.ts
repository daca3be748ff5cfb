/** The header of a thread: what it used, how full the window is, what it cost; and how to make room. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { lowContrast } from './page-state/low-contrast.ts';
import { messageBox, say } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const AT = '2026-11-01T12:00:00.000Z';
const LATER = '2026-12-01T12:00:00.000Z';
const usage = { input_tokens: 60_000, output_tokens: 4_000 };
let priced: string;
let wordy: string;
/** A server of the Model Context Protocol that ends when a file is there. */
const MORTAL = `
  const known = { initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'mortal', version: '1' } }), 'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }) };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: known[method]?.(params) ?? {} }));
  });
  setInterval(() => require('node:fs').existsSync(process.argv[1]) && process.exit(1), 50);
`;

const stage = withServer({
  program: 'demo',
  speed: 50,
  seed: async (data) => {
    const rule = { tool: 'run_shell_command', verdict: 'deny', where: { command: 'rm *' } };
    const mail = { tool: 'send_mail', shown: `{"text":"<b>Hi</b> ${'long'.repeat(40)}…` };
    const always = [{ tool: 'publish' }, mail].map((kept) => ({
      ...kept,
      digest: `of-${kept.tool}`,
      at: AT,
      expires_at: LATER,
    }));
    writeFileSync(join(data, 'policy.json'), JSON.stringify({ version: 1, rules: [rule], always }), { mode: 0o600 });
    const mortal = { command: process.execPath, args: ['-e', MORTAL, join(data, 'ends')] };
    const mcpServers = { gone: { command: '/no/such/program' }, mortal };
    writeFileSync(join(data, 'mcp.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
    await seedThread(data, 'In a folder', [{ type: 'agent.chosen', agent: 'team', workspace: '/some/where' }]);
    wordy = await seedThread(data, `Priced too ${'with a very long title '.repeat(9)}`, [
      { type: 'agent.configured', provider: 'x', api: 'x', model: 'a-model-with-a-long-name', context_tokens: 200_000 },
      { type: 'agent.chosen', agent: 'built-in', workspace: `/home/somebody/${'a/long/path/'.repeat(4)}` },
      { type: 'agent.step.started', step: 1 },
      ...['a', 'b'].map((call, part): EventDraft => ({
        type: 'agent.tool.called',
        step: 1,
        part,
        call,
        name: 'x',
        arguments: '{}',
      })),
      { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage, duration_ms: 2_000 },
    ]);
    priced = await seedThread(data, 'Priced', [
      {
        type: 'agent.configured',
        provider: 'anthropic',
        api: 'anthropic',
        model: 'claude-sonnet-4-5-20250929',
        context_tokens: 200_000,
      },
      { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Go.' }] },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'Gone.' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage, duration_ms: 2_000 },
      { type: 'agent.status', status: 'completed' },
    ]);
  },
});

const totals = async (page: Page): Promise<string | null> => page.locator('.bar-totals').textContent();

test('[issue 13] the header says what is used of the window and what it cost; a rewind takes none of it back', async () => {
  const page = await stage.enter({}, `/t/${priced}`);
  await page.locator('.bar-totals', { hasText: '$' }).waitFor();
  expect(await totals(page)).toMatch(/4\.0k output tokens · 32% of the window · \$0\.24$/);
  await page.locator('.bar-totals button').click();
  await page.getByRole('dialog').getByText('64,000 of 200,000 tokens of the context window (32%)').waitFor();
  await page.getByRole('row', { name: /claude-sonnet-4-5.*60,000.*4,000.*\$0\.24/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const before = await totals(page);
  const rewound = await fetch(`${stage.server.url}/api/threads/${priced}/rewind`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: 2 }),
  });
  expect(rewound.status).toBe(200);
  await expect.poll(() => page.locator('.tt-answer').count()).toBe(0);
  expect(before).toContain('4.0k output tokens');
  await expect.poll(() => totals(page)).toMatch(/4\.0k output tokens · \$0\.24$/);
});

test('[issue 13] Compact now: by keyboard, a summary for the model; of what costs nothing no cost is said, and a refusal is said in words', async () => {
  const page = await stage.enter();
  for (const words of ['one', 'two', 'three']) {
    await say(page, words);
    await page.locator('.tt-answer[data-state=done]').nth(['one', 'two', 'three'].indexOf(words)).waitFor();
  }
  await page.locator('.bar-totals', { hasText: 'of the window' }).waitFor();
  await page.locator('.bar-totals button').focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /demo agent.*\$0\.00/ })
    .waitFor();
  expect(await totals(page)).toMatch(/ · \d% of the window(?! · )/);
  const compact = page.getByRole('button', { name: 'Compact now' });
  await compact.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Done. The ledger keeps everything.').waitFor();
  await page.getByText(/^about [\d,]+ of 200,000 tokens of the context window/).waitFor();
  await compact.click();
  await page.getByRole('alert').filter({ hasText: 'nothing new since the last summary' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/Context compacted/).waitFor();
});

test('[issue 13] an unknown price is said in words', async () => {
  const page = await stage.enter({}, `/t/${wordy}`);
  await page.locator('.bar-totals', { hasText: 'cost unknown' }).waitFor();
  expect(await totals(page)).toMatch(/ · \d+% of the window · cost unknown$/);
  await page.locator('.bar-totals button').click();
  await page.getByRole('dialog').getByText('No price is known for these models').waitFor();
});

test('on a phone the title of a thread is read whole beside what can be done with it', async () => {
  const page = await stage.enter({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await messageBox(page).fill('Upgrade the parser and make the tests pass');
  await page.getByRole('button', { name: 'Send' }).click();
  const title = page.locator('.thread-bar h1');
  await expect.poll(() => title.textContent()).toBe('Upgrade the parser and make the tests pass');
  await page.getByRole('button', { name: 'Export' }).waitFor();
  const cut = await title.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ]);
  expect(cut).toEqual([0, 0]);
  expect(await page.locator('.thread-bar').evaluate((element) => element.clientHeight)).toBeLessThan(100);
});

test.each(['light', 'dark'] as const)('the figures fit a phone in the %s theme, in German', async (colorScheme) => {
  const page = await stage.enter({ colorScheme, viewport: { width: 400, height: 800 } }, `/t/${priced}?lang=de`);
  await page.locator('.bar-totals button').click();
  await page.getByRole('dialog', { name: 'Verbrauch dieses Threads' }).waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  await page.goto(`${stage.server.url}/?lang=en`);
});

test('[issue 13] settings: from home by keyboard; which keys are missing, which local servers answer, and how the page looks', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  await page.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByText('No key: set ANTHROPIC_API_KEY').waitFor();
  expect(await page.locator('.settings-providers > li', { hasText: 'Ollama' }).textContent()).toContain(
    '127.0.0.1:11434',
  );
  await page.getByText('command: rm *').waitFor();
  expect(await page.locator('.settings-column').textContent()).toContain('run_shell_command · deny');
  await page.locator('.settings-providers > li', { hasText: 'gone' }).getByText('could not be').waitFor();
  await changeRules(page);
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  expect(await page.evaluate(lowContrast)).toEqual([]);
});

/** By keyboard and by words: a rule more, and one of somebody else's in between. */
async function changeRules(page: Page): Promise<void> {
  const file = join(stage.server.data, 'policy.json');
  await page.getByText('Calls that are always allowed: 2.').click();
  await page.getByText('publish with the arguments of Nov 1, 2026, until Dec 1, 2026').waitFor();
  await page.getByText(/^send_mail \{"text":"<b>Hi<\/b> (?:long){40}… since Nov 1, 2026, until Dec 1, 2026$/).waitFor();
  await page.getByRole('button', { name: 'Change the rules' }).press('Enter');
  await page.getByRole('group', { name: 'Revoke calls that are always allowed (2)' }).getByLabel('publish').check();
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await page.getByRole('textbox', { name: 'Tool' }).last().fill('deploy');
  await page.getByRole('combobox', { name: 'Verdict' }).last().selectOption('allow');
  await page.getByText('A rule allows every call of a tool').waitFor();
  const before = readFileSync(file, 'utf8');
  expect(before).not.toContain('deploy');
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(lowContrast)).toEqual([]);
  // Somebody else was quicker.
  writeFileSync(file, JSON.stringify({ version: 1, rules: [] }), { mode: 0o600 });
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The rules were changed meanwhile' }).waitFor();
  writeFileSync(file, before, { mode: 0o600 });
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved. The rules apply from the next call on.').waitFor();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    rules: [{ tool: 'run_shell_command' }, { tool: 'deploy', verdict: 'allow' }],
    always: [{ tool: 'send_mail' }],
  });
}

test('[issue 13] settings that cannot be read say so, and are read again; an MCP server is tried again', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  await page.route('**/api/settings', (route) => route.abort());
  await page.goto(`${stage.server.url}/settings`);
  await page.getByRole('alert').filter({ hasText: 'The settings of the server cannot be read' }).waitFor();
  await page.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  const gone = page.locator('.settings-providers > li', { hasText: 'gone' });
  const tried = page.waitForResponse((response) => response.url().endsWith('/api/settings/mcp/gone/reconnect'));
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/reconnect', async (route) => {
    await held;
    await route.continue();
  });
  const again = gone.getByRole('button', { name: 'Reconnect' });
  await again.press('Enter');
  // One state at a time, and the keyboard stays where it is.
  await expect.poll(() => gone.getByRole('status').allInnerTexts()).toEqual(['Connecting…']);
  // The list, which is asked meanwhile, may say the same.
  const connecting = { mcp: [{ name: 'gone', tools: [], connecting: true }] };
  await page.route('**/api/settings', (route) => route.fulfill({ json: connecting }));
  await expect.poll(() => page.locator('.settings-providers > li', { hasText: 'mortal' }).count()).toBe(0);
  expect(await gone.getByRole('status').allInnerTexts()).toEqual(['Connecting…']);
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.unroute('**/api/settings');
  goOn();
  expect((await tried).status()).toBe(200);
  await gone.getByText('could not be reached').waitFor();
});

test('[issue 13] what has the focus in the settings stays in sight when what is above it comes late', async () => {
  const page = await stage.enter({ viewport: { width: 1000, height: 420 } });
  await page.locator('.first-words').waitFor();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/api\/(?:settings|agents)$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.server.url}/settings`);
  const language = page.getByLabel('Language');
  await language.focus();
  goOn();
  await page.getByRole('button', { name: 'Change the rules' }).waitFor();
  await page.locator('.settings-providers > li', { hasText: 'Anthropic' }).waitFor();
  await expect.poll(() => language.evaluate(hasFocusInSight)).toBe(true);
});

function hasFocusInSight(field: Element): boolean {
  return field === document.activeElement && field.getBoundingClientRect().bottom <= innerHeight;
}

test('[issue 13] so does the language that was chosen, when the settings come in that language', async () => {
  const page = await stage.enter({ viewport: { width: 1000, height: 420 } }, '/settings');
  await page.getByRole('button', { name: 'Change the rules' }).waitFor();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/api\/(?:settings|agents)$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Language').selectOption('de');
  const language = page.getByLabel('Sprache');
  await language.waitFor();
  await expect.poll(() => language.evaluate(hasFocusInSight)).toBe(true);
  goOn();
  await page.locator('.settings-providers > li', { hasText: 'Anthropic' }).waitFor();
  await expect.poll(() => language.evaluate(hasFocusInSight)).toBe(true);
});

test('[issue 13] settings show that an MCP server ended, that it is back, and that it ended again, without a reload', async () => {
  const ends = join(stage.server.data, 'ends');
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  await page.route('**/api/agents', (route) => route.abort());
  await page.goto(`${stage.server.url}/settings`);
  const mortal = page.locator('.settings-providers > li', { hasText: 'mortal' });
  await mortal.getByText('mortal__look').waitFor();
  for (const _ of ['once', 'again']) {
    writeFileSync(ends, '');
    await mortal.getByText('The MCP server mortal has ended.').waitFor();
    rmSync(ends);
    await mortal.getByRole('button', { name: 'Reconnect' }).press('Enter');
    await mortal.getByText('mortal__look').waitFor();
  }
  // What says that it tries again does.
  await page.getByRole('alert').filter({ hasText: 'trying again' }).waitFor();
  await page.unroute('**/api/agents');
  await page.getByText('Keys are read from the server’s environment variables.').waitFor();
});

test('[issue 13] the list says which model answers, and shows the threads of one agent or folder', async () => {
  const page = await stage.enter();
  const rows = page.locator('.tt-thread-row');
  await rows.filter({ hasText: 'Priced' }).getByText('claude-sonnet-4-5-20250929').waitFor();
  const projects = page.getByRole('combobox', { name: 'By project' });
  await projects.selectOption('/some/where');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.filter({ hasText: 'In a folder' }).getByText('team').waitFor();
  await page.getByRole('combobox', { name: 'By agent' }).selectOption('Default agent (demo agent)');
  await page.getByRole('status').filter({ hasText: 'Nothing here.' }).waitFor();
  await projects.selectOption('All projects');
  await rows.filter({ hasText: 'Priced' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test.each([1280, 1100, 900, 400])(
  '[issue 13] at %i px the title and the cost are read, and what is cut says so',
  async (width) => {
    const page = await stage.enter({ viewport: { width, height: 800 } }, `/t/${wordy}`);
    await page.locator('.bar-spent', { hasText: 'cost unknown' }).waitFor();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.bar :is(h1, .bar-choice, .bar-done, .bar-spent)')].map((part) => ({
        part: part.className === '' ? 'title' : part.className,
        width: part.getBoundingClientRect().width,
        isCut: part.scrollWidth > part.clientWidth + 1,
        says: getComputedStyle(part).textOverflow === 'ellipsis' && part.closest('[title]') !== null,
      })),
    );
    expect(cut.filter(({ isCut, says }) => isCut && !says)).toEqual([]);
    expect(cut.find(({ part }) => part === 'bar-spent')?.isCut).toBe(false);
    // However long the title is, the figures are read if there is room, and who answers.
    if (width > 760) {
      expect(cut.find(({ part }) => part === 'bar-done')?.isCut).toBe(false);
      expect(cut.find(({ part }) => part.includes('bar-choice'))?.width).toBeGreaterThan(150);
    }
    expect(cut.find(({ part }) => part === 'title')?.width).toBeGreaterThan(Math.min(200, width / 3.5));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test('[issue 13] under fingers the header of a thread has two lines, and less than 100 px', async () => {
  const phone = { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true };
  const page = await stage.enter(phone, `/t/${wordy}`);
  await page.locator('.bar-spent', { hasText: 'cost unknown' }).waitFor();
  expect(await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().height)).toBeLessThan(100);
});

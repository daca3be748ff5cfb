/** Who answers, chosen on the page: the real server, with a stub in place of the provider. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStub } from '@toolthread/provider-stub';
import type { Stub } from '@toolthread/provider-stub';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerOf, messageBox } from './say.ts';
import { seedSession } from './seed-session.ts';
import { withServer } from './with-server.ts';

const KEY = 'sk-of-the-browser-test-0123456789';
const root = mkdtempSync(join(tmpdir(), 'toolthread-choose-'));
const folder = join(root, 'parser');
mkdirSync(folder);
let stub: Stub | undefined;
let thread = '';

// Before the server starts: it takes them from the environment.
beforeAll(async () => {
  stub = await startStub({});
  process.env['ANTHROPIC_API_KEY'] = KEY;
  process.env['ANTHROPIC_BASE_URL'] = stub.url('anthropic');
});
const stage = withServer({
  program: 'demo',
  options: ['--workspaces', root],
  async seed(data) {
    seedSession(data, 'claude-code/everyday.jsonl');
  },
});
afterAll(async () => {
  delete process.env['ANTHROPIC_API_KEY'];
  delete process.env['ANTHROPIC_BASE_URL'];
  await stub?.close();
  rmSync(root, { recursive: true, force: true });
});

test('[issue 13] a new thread asks who answers and where, remembers it, and it can be changed in the thread', async () => {
  stub?.script([{ say: [{ type: 'text', text: 'I looked around.' }] }]);
  const page = await stage.enter();
  const row = page.locator('.choice-row');
  await row.getByLabel('Model').selectOption('claude-opus-4-7');
  await row.getByLabel('Folder').selectOption(folder);
  await row.getByLabel('Approval mode').selectOption({ label: 'Read only' });
  await messageBox(page).fill('Look around.');
  await messageBox(page).press('Enter');
  await page.getByText('I looked around.').waitFor();
  const chosen = { agent: 'built-in', provider: 'anthropic', model: 'claude-opus-4-7', workspace: folder };
  const events = await ledgerOf(stage.server, page);
  expect(events.filter(({ type }) => type === 'agent.chosen')).toMatchObject([{ ...chosen, approval: 'read-only' }]);
  thread = page.url();
  const place = page.getByTitle('Who answers');
  await expect.poll(() => place.textContent()).toBe(`claude-opus-4-7 · ${folder}`);

  await place.click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Folder').inputValue()).toBe(folder);
  await dialog.getByLabel('Approval mode').selectOption({ label: 'Edit files without asking' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const later = (await ledgerOf(stage.server, page)).filter(({ type }) => type === 'agent.chosen');
  expect(later.at(-1)).toMatchObject({ ...chosen, approval: 'auto-edit' });
  // What the reader did himself is not new to him, wherever he goes from here, and however.
  await place.click();
  await dialog.getByLabel('Folder').selectOption(root);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => place.textContent()).toBe(`claude-opus-4-7 · ${root}`);
  const last = (await ledgerOf(stage.server, page)).at(-1);
  const { pathname } = new URL(page.url());
  await page.goto(`${stage.server.url}/settings`);
  const kept = await page.evaluate(() => localStorage.getItem('toolthread:seen'));
  const { until }: { until: { readonly [id: string]: number } } = JSON.parse(kept ?? '');
  expect(until[pathname.slice('/t/'.length)]).toBeGreaterThanOrEqual(last?.at ?? Infinity);

  await page.getByRole('link', { name: 'New thread' }).first().click();
  await expect.poll(() => row.getByLabel('Folder').inputValue()).toBe(folder);
  expect(await row.getByLabel('Approval mode').inputValue()).toBe('read-only');
  expect(await page.content()).not.toContain(KEY);
});

test('[issue 13] a session of another agent is continued with the model, in the folder and the mode that were chosen for it', async () => {
  stub?.script([{ say: [{ type: 'text', text: 'I read what came before.' }] }]);
  const page = await stage.enter();
  await page.locator('.session-row').first().click();
  await page.getByRole('button', { name: 'Choose who answers' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Model').selectOption('claude-opus-4-7');
  await dialog.getByLabel('Folder').selectOption(folder);
  await dialog.getByLabel('Approval mode').selectOption({ label: 'Read only' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('In a new thread with this history, as you chose.').waitFor();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await messageBox(page).fill('Go on.');
  await messageBox(page).press('Enter');
  await page.getByText('I read what came before.').waitFor();
  const events = await ledgerOf(stage.server, page);
  expect(events.filter(({ type }) => type === 'agent.chosen')).toMatchObject([
    { agent: 'built-in', provider: 'anthropic', model: 'claude-opus-4-7', workspace: folder, approval: 'read-only' },
  ]);
});

test('[issue 13] a folder that is not allowed is refused in words, and no empty thread is left', async () => {
  const page = await stage.enter();
  const row = page.locator('.choice-row');
  await row.getByLabel('Folder').selectOption({ label: 'Another folder…' });
  await row.locator('input:focus').waitFor();
  await row.getByLabel('Folder').fill('/etc');
  await messageBox(page).fill('Look there.');
  await messageBox(page).press('Enter');
  await page.getByText('Agents may not work in this folder.').waitFor();
  expect(await messageBox(page).inputValue()).toBe('Look there.');
  expect(await page.getByRole('link', { name: 'Look there.' }).count()).toBe(0);
});

test('[issue 13] on a phone nothing of it is wider than the screen', async () => {
  const page = await stage.enter({ viewport: { width: 390, height: 800 } });
  await page.locator('.choice-row').getByLabel('Approval mode').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The header of a thread takes two lines at most.
  await page.goto(thread);
  await page.locator('.bar-totals', { hasText: 'tokens' }).waitFor();
  const height = await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().height);
  expect(height).toBeLessThan(70);
  // No column is left free at the side, where the list is elsewhere.
  for (const own of ['settings', 'usage']) {
    await page.goto(`${stage.server.url}/${own}`);
    await page.locator(`.${own}-page`).waitFor();
    expect((await page.locator('main').boundingBox())?.x).toBe(0);
  }
});

test('[issue 13] in German, what a model is offered to begin with is German, and so are lists of names', async () => {
  const page = await stage.open({ locale: 'de-DE' });
  // Whoever runs the tests may run such a server.
  await page.route('**/api/agents', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const provider of answer.providers) if (provider.kind === 'local server') provider.state = 'missing';
    await route.fulfill({ response, json: answer });
  });
  await page.goto(stage.server.address);
  await page.getByRole('button', { name: 'Was ist in diesem Ordner?' }).waitFor();
  expect(await page.getByRole('button', { name: 'What is in this folder?' }).count()).toBe(0);
  await page
    .locator('.connect-model')
    .getByText(/Ollama, LM Studio und llama\.cpp\.$/)
    .waitFor();
});

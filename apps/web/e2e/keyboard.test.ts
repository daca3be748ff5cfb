/** [issue 13] By keyboard alone through every task: no key goes to nothing, whatever a task took away. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStub } from '@toolthread/provider-stub';
import type { Piece, Stub } from '@toolthread/provider-stub';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyboardWalk } from './keyboard-walk.ts';
import type { KeyboardWalk } from './keyboard-walk.ts';
import { messageBox, pressFind } from './say.ts';
import { seedSession } from './seed-session.ts';
import { someFrames } from './page-state/some-frames.ts';
import { withServer } from './with-server.ts';

const root = mkdtempSync(join(tmpdir(), 'toolthread-keyboard-'));
const folder = join(root, 'parser');
mkdirSync(folder);
writeFileSync(join(folder, 'notes.md'), 'One.\n');
let stub: Stub;

// Before the server starts: it takes them from the environment.
beforeAll(async () => {
  stub = await startStub({});
  process.env['ANTHROPIC_API_KEY'] = 'sk-of-the-browser-test-0123456789';
  process.env['ANTHROPIC_BASE_URL'] = stub.url('anthropic');
});
const stage = withServer({
  program: 'demo',
  speed: 50,
  options: ['--workspaces', root],
  seed: async (data) => {
    seedSession(data, 'claude-code/everyday.jsonl');
    writeFileSync(join(data, 'policy.json'), JSON.stringify({ version: 1, rules: [{ tool: 'x', verdict: 'deny' }] }), {
      mode: 0o600,
    });
  },
});
afterAll(async () => {
  delete process.env['ANTHROPIC_API_KEY'];
  delete process.env['ANTHROPIC_BASE_URL'];
  await stub.close();
  rmSync(root, { recursive: true, force: true });
});

const words = (text: string): Piece => ({ type: 'text', text });
const call = (name: string, args: object): Piece => ({ type: 'call', name, arguments: JSON.stringify(args) });
const save = (path: string): Piece => call('save_file', { path, content: 'Two.\n' });

async function enter(): Promise<{ page: Page; walk: KeyboardWalk; press: KeyboardWalk['press']; button: Button }> {
  const page = await stage.enter({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.search-all').waitFor();
  await page.locator('.home-row').first().waitFor();
  await page.locator('.choice-row').getByLabel('Approval mode').waitFor();
  const walk = keyboardWalk(page, stage.misdeeds);
  return { page, walk, press: walk.press, button: (name, exact = true) => page.getByRole('button', { name, exact }) };
}

type Button = (name: string | RegExp, exact?: boolean) => Locator;

const menuOf = (page: Page, kind: string): Locator =>
  page.locator(`.tt-item[data-kind=${kind}]`).last().getByRole('button', { name: 'Actions' });
const done = (page: Page): Locator => page.locator('.tt-answer[data-state=done]').last();

test('begin with an agent, a model, a folder and a mode; @file; Try now; deny with a reason, edit, allow, always; Stop, Continue', async () => {
  stub.script([
    { fault: { kind: 'rate-limit', retryAfterSeconds: 250 } },
    { say: [words('I save it.'), save('one.md')] },
    { say: [save('two.md')] },
    { say: [save('three.md')] },
    { say: [save('four.md')] },
    { say: [words('All is **saved**.')] },
    { say: [save('five.md')] },
    { say: [words('Continued.')] },
  ]);
  const { page, walk, press, button } = await enter();
  const row = page.locator('.choice-row');
  for (const [field, typed] of [
    ['Agent', 'Single'],
    ['Model', 'claude-opus-4-7'],
    ['Folder', folder],
    ['Approval mode', 'Ask'],
  ] as const) {
    await walk.to(row.getByLabel(field));
    await walk.type(typed);
  }
  expect(await row.getByLabel('Folder').inputValue()).toBe(folder);
  await walk.to(messageBox(page));
  await walk.type('Save @not');
  await page.getByRole('option', { name: 'notes.md' }).waitFor();
  await walk.key('ArrowDown');
  await walk.key('Enter');
  expect(await messageBox(page).inputValue()).toBe('Save notes.md ');
  await walk.key('Enter');
  await press(button('Try now'));

  const card = page.locator('.tt-request');
  const onCard = (name: RegExp): Locator => card.getByRole('button', { name });
  await press(onCard(/^Give a reason/));
  await walk.key('Escape');
  await press(onCard(/^Give a reason/));
  await walk.type('Not this one');
  await walk.key('Enter');
  await page.getByText('two.md').first().waitFor();
  await press(onCard(/^Edit/));
  // What is edited is looked at anew: a key that comes before that runs nothing.
  await onCard(/^Run this/).waitFor();
  await someFrames(page, 30);
  await press(onCard(/^Run this/));
  await page.getByText('three.md').first().waitFor();
  await press(onCard(/^Allow once/));
  await page.getByText('four.md').first().waitFor();
  await press(onCard(/^Always allow/));
  await done(page).waitFor();
  await walk.check();

  await walk.to(messageBox(page));
  await walk.key('ArrowUp');
  expect(await messageBox(page).inputValue()).toBe('Save notes.md ');
  await walk.key('Enter');
  await card.waitFor();
  await walk.key('Escape');
  await press(button('Continue'));
  await page.getByText('Continued.').waitFor();
  await walk.check();
});

test('edit and resend, the way between versions, answer again, fork; find and the next of a kind; what can be looked at and copied', async () => {
  stub.script([
    { say: [call('list_files', { path: '.' })] },
    { say: [words('The first answer.')] },
    { say: [words('The second answer.')] },
    { say: [words('The third answer.')] },
  ]);
  const { page, walk, press, button } = await enter();
  await walk.type('Look around');
  await walk.key('Enter');
  await page.getByText('The first answer.').waitFor();
  await press(page.locator('.tt-group-head'));
  await press(page.locator('.tt-call-head'));
  await walk.follow(page.getByRole('link', { name: 'Whole result' }), 'Whole result');
  await press(menuOf(page, 'group'));
  await walk.follow(page.getByRole('link', { name: 'Raw events' }), 'Raw events');
  await walk.isAt(menuOf(page, 'group'));
  await press(menuOf(page, 'answer'));
  await walk.follow(page.getByRole('link', { name: 'What the model saw' }), 'Parameters');

  await press(menuOf(page, 'message'));
  await walk.key('Escape');
  await walk.isAt(menuOf(page, 'message'));
  await press(menuOf(page, 'message'));
  await press(button('Edit and resend'));
  await walk.overwrite('Look again');
  await walk.key('Enter');
  await page.getByText('The second answer.').waitFor();
  await press(button('Earlier version'));
  await page.getByText('The first answer.').waitFor();
  await walk.isAt(button('Later version'));
  await walk.key('Enter');
  await page.getByText('The second answer.').waitFor();
  await walk.isAt(button('Earlier version'));
  await walk.key('Enter');
  await press(button('Back to the newest'));
  await page.getByText('The second answer.').waitFor();
  await walk.check();
  await press(menuOf(page, 'message'));
  await press(button('Answer again'));
  await page.getByText('The third answer.').waitFor();
  await walk.check();

  await pressFind(page);
  await walk.type('no such words');
  await walk.key('Enter');
  await walk.overwrite('third');
  await page.getByText('1 of 1').waitFor();
  await press(button('Copy link'));
  await walk.key('Escape');
  await page.locator('.find-bar').waitFor({ state: 'detached' });
  await walk.isAt(page.locator('.tt-item[data-kind=answer]').last());
  await walk.key('p');
  await walk.isAt(page.locator('.tt-item[data-kind=message]'));
  await walk.key('Escape');
  await page.locator('.find-bar').waitFor({ state: 'detached' });

  await press(menuOf(page, 'answer'));
  await press(button('Copy…'));
  const dialog = page.getByRole('dialog');
  await walk.to(dialog.getByRole('radio', { name: 'Markdown' }));
  await walk.key('ArrowUp');
  await press(dialog.getByRole('button', { name: 'Copy', exact: true }));
  await dialog.getByText('Copied').waitFor();
  await walk.isAt(dialog.getByRole('button', { name: 'Copy', exact: true }));
  await walk.key('Escape');
  await walk.isAt(page.locator('.tt-item[data-kind=answer]').last());
  await press(page.locator('.bar-totals button'));
  await press(button('Compact now'));
  await dialog.getByText(/^(Done|Not done)/).waitFor();
  await walk.isAt(button('Compact now'));
  await walk.key('Escape');
  await press(page.getByTitle('Who answers'));
  await press(dialog.getByRole('button', { name: 'Save' }));
  await dialog.waitFor({ state: 'detached' });
  await walk.isAt(page.getByTitle('Who answers'));
  await press(button('Export'));
  const saved = page.waitForEvent('download');
  await press(button(/^Markdown/));
  expect((await saved).suggestedFilename()).toMatch(/\.md$/);
  await walk.isAt(button('Export'));

  await press(menuOf(page, 'message'));
  await press(button('Fork from here'));
  await page.getByRole('heading', { name: /^Fork/ }).waitFor();
  await walk.check();
});

test('rename, pin, archive, delete and back; filters, search and its places; a session, its account, Continue here; settings, usage, keys', async () => {
  const { page, walk, press, button } = await enter();
  const row = (title: string): Locator => button(`Actions: ${title}`).first();
  const which = page.locator('.home-list').getByRole('combobox', { name: 'Which list' });
  const begun = page.locator('.tt-thread-row b').first();
  await begun.waitFor();
  const title = (await begun.textContent()) ?? '';
  await press(row(title));
  await page.getByRole('dialog').waitFor();
  await walk.key('Escape');
  await walk.isAt(row(title));
  await walk.key('Enter');
  await walk.overwrite('Another name');
  await walk.key('Enter');
  await walk.isAt(row('Another name'));
  await press(row('Another name'));
  await press(button('Pin'));
  // It moved up, and took the keyboard along.
  await page.locator('.side').getByRole('heading', { name: 'Pinned' }).waitFor();
  await walk.isAt(row('Another name'));
  await press(row('Another name'));
  await press(button('Move to the archive'));
  await row('Another name').waitFor({ state: 'detached' });
  await walk.check();
  await walk.to(which);
  await walk.type('Arch');
  await press(row('Another name'));
  await press(button('Delete…'));
  await press(button('Keep it'));
  await press(button('Delete…'));
  await press(button('Delete'));
  await row('Another name').waitFor({ state: 'detached' });
  await walk.check();
  await walk.to(which);
  await walk.type('Bin');
  await press(row('Another name'));
  await press(button('Restore'));
  await row('Another name').waitFor({ state: 'detached' });
  await walk.check();
  await walk.to(which);
  await walk.type('Threads');
  await row('Another name').waitFor();
  const state = page.locator('.home-list').getByRole('combobox', { name: 'State' });
  await walk.to(state);
  await walk.type('Stop');
  await page.getByText('Nothing here.').waitFor();
  await walk.key('Home');
  await page.locator('.home-row').first().waitFor();
  await walk.isAt(state);

  const search = page.getByRole('searchbox', { name: 'Search all threads and sessions' });
  await walk.to(search);
  await walk.type('qqqqq');
  await page.getByText('No matches.').waitFor();
  await walk.key('Enter');
  await walk.isAt(search);
  await walk.overwrite('border');
  await page.locator('.hit').first().waitFor();
  await walk.key('Enter');
  await walk.key('ArrowDown');
  await walk.key('Enter');
  await walk.isAt(page.locator('.tt-item', { hasText: 'pattern — twice' }).first());
  await press(button(/ records from Claude Code$/, false));
  await page.getByRole('dialog').waitFor();
  await walk.key('Escape');
  await walk.isAt(button(/ records from Claude Code$/, false));
  await press(page.locator('.session-notice').getByRole('button', { name: 'Copy' }));
  await press(button('Continue here'));
  await walk.isAt(messageBox(page));

  await press(page.getByRole('link', { name: 'Settings' }));
  await press(button('Change the rules'));
  await press(button('Add a rule'));
  await walk.isAt(page.getByRole('textbox', { name: 'Tool' }).last());
  await press(button('Remove').last());
  await walk.isAt(button('Add a rule'));
  await press(button('Cancel'));
  await walk.isAt(button('Change the rules'));
  await walk.key('Enter');
  await press(button('Save'));
  await page.getByText(/^Saved\./).waitFor();
  await walk.isAt(button('Change the rules'));
  await walk.to(page.getByLabel('Language'));
  await walk.type('D');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await walk.isAt(page.getByLabel('Sprache'));
  await walk.type('E');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await walk.isAt(page.getByLabel('Language'));
  await press(button(/^Keys/, false));
  await page.getByRole('dialog').waitFor();
  await walk.key('Escape');
  await walk.isAt(button(/^Keys/, false));
  await press(page.getByRole('link', { name: 'Usage' }));
  await walk.to(page.locator('.usage-page').getByRole('combobox', { name: 'When' }));
  await walk.type('Any');
  await walk.to(page.locator('.usage-page summary').first());
  await walk.key('Enter');
  await page.getByRole('table').first().waitFor();
});

/** Looking closer: what a model was sent, raw events, whole results, and copies of anything. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { startStub } from '@toolthread/provider-stub';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { longLedger } from './ledger-text.ts';
import { messageBox, say } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
/** What "@pars" may mean. */
const MEANT = ['src/parser.ts', 'src/old-parser.ts', 'my parser notes.md'];
const LONG = 'a line of much\n'.repeat(80_000);

const stub = await startStub();
const workspace = mkdtempSync(join(tmpdir(), 'toolthread-look-'));
mkdirSync(join(workspace, 'src'));
for (const file of ['src/parser.ts', 'src/old-parser.ts', 'my parser notes.md', 'README.md'])
  writeFileSync(join(workspace, file), '');
symlinkSync('/etc/passwd', join(workspace, 'parser-link'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
afterAll(() => stub.close());

let [long, calls] = ['', ''];
const stage = withServer({
  program: 'demo',
  options: [
    '--provider',
    'openai',
    '--base-url',
    stub.url('openai-chat'),
    '--model',
    'gpt-5',
    '--workspace',
    workspace,
  ],
  seed: async (data) => {
    await seedThread(data, 'Elsewhere', [{ type: 'agent.chosen', agent: 'built-in', workspace: '/srv/other' }]);
    long = await seedThread(data, 'Long', longLedger(300).slice(1));
    calls = await seedThread(
      data,
      'Calls',
      gave([`{"html":${JSON.stringify(HOSTILE)},"n":12345678901234567890}`, LONG]),
    );
  },
});

function gave(results: readonly string[]): EventDraft[] {
  const done = results.flatMap((text, part): EventDraft[] => [
    { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'fetch_url', arguments: '{}' },
    { type: 'agent.tool.completed', step: 1, call: `c${part}`, outcome: 'done', parts: [{ type: 'text', text }] },
  ]);
  return [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Fetch it' }], delivery: 'now' },
    { type: 'agent.step.started', step: 1 },
    ...done,
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.part.completed', step: 2, part: 0, kind: 'text', text: 'Both are **here**.' },
    { type: 'agent.step.completed', step: 2, finish_reason: 'stop' },
  ];
}

const enter = (path = '/'): Promise<Page> => stage.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, path);

test('[issue 13] the header, both lists and the usage say in which folder a thread works, also where nobody chose one', async () => {
  const page = await enter(`/t/${calls}`);
  await page.locator('.bar-place', { hasText: workspace }).waitFor();
  const offered = page.locator('.side').getByRole('combobox', { name: 'By project' }).getByRole('option');
  await expect.poll(() => offered.allTextContents()).toEqual(['All projects', workspace, '/srv/other']);
  await page.goto(stage.server.url);
  await page.getByRole('heading', { name: workspace }).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.locator('.usage-page', { hasText: workspace }).waitFor();
  expect(await page.getByText('(no folder)').count()).toBe(0);
});

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Opens the menu of the last item that has one. */
async function openMenu(page: Page, item = page.locator('.tt-item').last()): Promise<void> {
  await item.hover();
  await item.getByRole('button', { name: 'Actions' }).click();
}

/** What a link opens in a window of its own. */
async function follow(page: Page, name: string): Promise<Page> {
  const link = page.getByRole('link', { name });
  await link.waitFor();
  // By the keyboard: nothing that moves meanwhile is in its way.
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.press('Enter')]);
  // A window that a person asked for is no misdeed.
  await expect.poll(() => stage.misdeeds.findIndex((each) => each.startsWith('window: '))).toBe(0);
  stage.misdeeds.splice(0, 1);
  return opened;
}

test('[issue 13] what the model saw, from an answer: the body that the provider received, in words that can be read', async () => {
  const listed = { type: 'call', name: 'list_files', arguments: '{"path":"."}' } as const;
  stub.script([
    { say: [{ type: 'text', text: 'I look.' }, listed] },
    { say: [{ type: 'text', text: 'Nothing here.' }] },
  ]);
  const page = await enter();
  await say(page, 'What is in this folder?');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await openMenu(page);
  const view = await follow(page, 'What the model saw');
  await view.getByRole('heading', { name: 'Parameters' }).waitFor();
  await view.locator('.view-words', { hasText: 'You are a careful assistant' }).waitFor();
  await view.getByText('What is in this folder?').first().waitFor();
  await view.getByRole('button', { name: 'Copy as JSON' }).click();
  await view.getByText('Copied').waitFor();
  const received = stub.journal.entries.findLast(({ action }) => action === 'generate');
  expect(JSON.parse(await clipboard(view))).toEqual(JSON.parse(received?.text ?? ''));
  expect(await view.locator('.view-unknown').count()).toBe(0);
  expect(await axeViolations(view)).toEqual([]);
  await view.getByRole('link', { name: 'Previous' }).click();
  await view.getByText('Step 1').waitFor();
  await view.goto(`${view.url().replace('step=1', 'step=99')}&lang=de`);
  await view.getByRole('alert').filter({ hasText: 'Diesen Schritt gibt es in diesem Thread nicht' }).waitFor();
  await view.getByRole('heading', { name: 'Was das Modell sah' }).waitFor();
});

test('[issue 13] raw events: a page of them, whatever the length of the thread, each whole when it is opened', async () => {
  const page = await enter(`/t/${long}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const view = await follow(page, 'Raw events');
  await view.getByText(/^Events 1 to 100 of \d+$/).waitFor();
  expect(await view.locator('.view-fold').count()).toBe(100);
  expect(await view.locator('.view-fold pre').count()).toBe(0);
  await view.locator('.view-fold', { hasText: 'message.posted' }).first().click();
  await view.locator('.view-fold pre', { hasText: '"text": "Question 0' }).waitFor();
  expect(await axeViolations(view)).toEqual([]);
  await view.getByRole('link', { name: 'Next' }).click();
  await view.getByText(/^Events 101 to 200 of \d+$/).waitFor();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await openMenu(page, page.locator('.tt-item', { has: page.locator('.tt-answer') }).last());
  const own = await follow(page, 'Raw events');
  await own.getByText(/^Events \d{3,} to \d+ of \d+$/).waitFor();
  expect(await own.locator('.view-fold').count()).toBeLessThan(30);
});

test('[issue 13] every item has a link in its menu, that can be copied and leads to it', async () => {
  const page = await enter(`/t/${long}`);
  for (const kind of ['message', 'group']) {
    const each = page.locator(`.tt-item[data-kind=${kind}]`).last();
    await each.waitFor();
    const opens = each.locator('.tt-group-head[aria-expanded=false]');
    if ((await opens.count()) > 0) await opens.click();
    await openMenu(page, each);
    const copy = each.getByRole('button', { name: 'Copy link' });
    await copy.click();
    await each.getByRole('button', { name: 'Copied' }).waitFor();
    const key = await each.getAttribute('data-index');
    const other = await enter();
    await other.locator('.first-words').waitFor();
    await other.goto(await clipboard(page));
    await other.locator(`.tt-item[data-index="${key}"]:focus`).waitFor();
    await other.close();
    await page.keyboard.press('Escape');
  }
});

test('[issue 13] a whole result in a window of its own: JSON laid out, hostile words as text, a long one piece by piece', async () => {
  const page = await enter(`/t/${calls}`);
  await page
    .getByRole('button', { name: /show details/ })
    .first()
    .press('Enter');
  await page.locator('.tt-call-head').first().press('Enter');
  const view = await follow(page, 'Whole result');
  const text = view.locator('.view-text');
  await text.waitFor();
  const laidOut = `{\n  "html": ${JSON.stringify(HOSTILE)},\n  "n": 12345678901234567890\n}`;
  expect(await text.textContent()).toBe(laidOut);
  expect(await view.locator('.view-text :is(img, script)').count()).toBe(0);
  expect(await view.title()).toBe('Whole result · Toolthread');
  await view.getByRole('checkbox', { name: 'Raw' }).check();
  expect(await text.textContent()).not.toContain('\n');
  expect(await axeViolations(view)).toEqual([]);
  await view.goto(`${stage.server.url}/t/${calls}/result?call=c1`);
  await view.getByRole('button', { name: 'Show more' }).click();
  await view.getByRole('button', { name: 'Show more' }).click();
  await view.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  expect((await text.textContent()) === LONG).toBe(true);
  await view.goto(`${stage.server.url}/t/${calls}/result?call=none`);
  await view.getByRole('alert').filter({ hasText: 'no such call' }).waitFor();
});

test('[issue 13] an item, a turn or the thread is copied as text, Markdown or JSON', async () => {
  const page = await enter(`/t/${calls}`);
  await page.locator('.tt-answer').waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: 'Copy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy…' });
  const copy = async (what: string, form: string): Promise<string> => {
    await dialog.getByRole('radio', { name: what }).check();
    await dialog.getByRole('radio', { name: form }).check();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => clipboard(page)).not.toBe('');
    return clipboard(page);
  };
  expect(await copy('This item', 'Text')).toContain('Both are **here**.');
  const turn = await copy('This turn', 'Markdown');
  expect([turn.includes('Fetch it'), turn.includes('fetch_url'), turn.includes('Both are')]).toEqual([
    true,
    true,
    true,
  ]);
  const whole = (await copy('The thread', 'JSON')).trim().split('\n');
  expect(whole.map((line) => JSON.parse(line).seq)).toEqual(whole.map((_, index) => index + 1));
  expect(await axeViolations(page)).toEqual([]);
});

test('[issue 13] @ and a few letters offer files of the chosen folder before there is a thread', async () => {
  const page = await enter();
  await messageBox(page).click();
  await page.keyboard.type('Read @pars');
  const list = page.getByRole('listbox', { name: 'Files of the workspace' });
  await expect.poll(() => list.getByRole('option').allTextContents()).toEqual(MEANT);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await messageBox(page).inputValue()).toBe('Read src/parser.ts ');
  await messageBox(page).fill('');
});

test('[issue 13] @ and a few letters offer files of the workspace: by keys, by the mouse, and never while a word is composed', async () => {
  const page = await enter(`/t/${calls}`);
  const box = messageBox(page);
  const list = page.getByRole('listbox', { name: 'Files of the workspace' });
  const options = (): Promise<string[]> => list.getByRole('option').allTextContents();
  await box.click();
  await page.keyboard.type('Read @pars');
  await expect.poll(options).toEqual(MEANT);
  expect(await axeViolations(page)).toEqual([]);
  // An input method has the keys while it composes.
  await box.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true })),
  );
  expect(await list.getByRole('option', { selected: true }).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  expect(await list.getByRole('option', { selected: true }).textContent()).toBe('src/parser.ts');
  expect(await box.getAttribute('aria-activedescendant')).toBe(
    await list.getByRole('option').first().getAttribute('id'),
  );
  await page.keyboard.press('Enter');
  expect(await box.inputValue()).toBe('Read src/parser.ts ');
  await page.keyboard.type('and @notes');
  await list.getByRole('option', { name: 'my parser notes.md' }).click();
  expect(await box.inputValue()).toBe('Read src/parser.ts and "my parser notes.md" ');
  await page.keyboard.type('and @READ');
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.type('M');
  await list.waitFor();
  await page.keyboard.press('Tab');
  expect(await box.inputValue()).toBe('Read src/parser.ts and "my parser notes.md" and README.md ');
  await box.fill('');
});

test('[issue 13] a session file that is dropped on home, or chosen there, opens as a thread; what is none is refused in words', async () => {
  const page = await enter();
  await page.getByText('Or drop one here').waitFor();
  const give = (name: string, text: string): Promise<void> =>
    page.locator('.first-words').evaluate(
      (target, file) => {
        const data = new DataTransfer();
        data.items.add(new File([file.text], file.name));
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      { name, text },
    );
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  // The page is longer than the window, and the reader at its top.
  await page.setViewportSize({ width: viewport.width, height: 420 });
  // While it is held over the page, the page in sight says that it may be dropped there.
  const heldOver = (type: string): Promise<void> =>
    page.locator('.first-words').evaluate((target, name) => {
      const data = new DataTransfer();
      data.items.add(new File(['{}'], 'session.jsonl'));
      target.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, type);
  const outline = (): Promise<string> => page.locator('main').evaluate((main) => getComputedStyle(main).outlineStyle);
  await heldOver('dragover');
  await expect.poll(outline).toBe('dashed');
  await heldOver('dragleave');
  await expect.poll(outline).toBe('none');
  await give('diary.txt', 'Dear diary, nothing happened.');
  const refused = page.getByRole('alert').filter({ hasText: 'This file is not a session' });
  await expect
    .poll(() =>
      refused.evaluate((told) => {
        const { top, bottom } = told.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);
  await page.setViewportSize(viewport);
  await give('large.jsonl', 'x'.repeat(7_000_001));
  await page.getByRole('alert').filter({ hasText: 'toolthread open FILE' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const session = readFileSync(
    join(import.meta.dirname, '../../../packages/transcripts/fixtures/claude-code/everyday.jsonl'),
  );
  const chooser = page.getByLabel('Open a session file…');
  await chooser.setInputFiles({
    name: 'diary.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([255, 0, 254]),
  });
  await page.getByRole('alert').filter({ hasText: 'is not a text file' }).waitFor();
  await give('nothing.jsonl', '');
  await page.getByRole('alert').filter({ hasText: 'nothing.jsonl is empty.' }).waitFor();
  await give('everyday.jsonl', session.toString());
  await page.getByRole('note').filter({ hasText: 'A copy of a session of Claude Code' }).waitFor();
  await page.locator('.tt-item').first().waitFor();
  const dropped = page.url();
  await page.goto(stage.server.url);
  await chooser.setInputFiles({ name: 'same.jsonl', mimeType: 'application/jsonl', buffer: session });
  await page.getByRole('note').filter({ hasText: 'A copy of a session of Claude Code' }).waitFor();
  expect(page.url()).toBe(dropped);
  await page.goto(stage.server.url);
  const own = [
    { v: 1, thread: 't', seq: 1, at: 1, type: 'thread.created' },
    {
      v: 1,
      thread: 't',
      seq: 2,
      at: 2,
      type: 'message.posted',
      author: '@human',
      delivery: 'now',
      parts: [{ type: 'text', text: 'Mine' }],
    },
  ];
  const buffer = Buffer.from(own.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await chooser.setInputFiles({ name: 'own.jsonl', mimeType: 'application/jsonl', buffer });
  await page.getByRole('note').filter({ hasText: 'A copy of a session of Toolthread, as' }).waitFor();
});

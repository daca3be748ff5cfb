/** Seed 003, "Examples in the Codebase", and what issue 11 asks for beside them: a renderer for each kind of tool. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { threadOf } from '@toolthread/core';
import type { JsonFields } from '@toolthread/core/json';
import { toolKinds } from '@toolthread/core/lines';
import { writeHtml } from '@toolthread/react/export';
import { readTranscript } from '@toolthread/transcripts';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { ledgerOf, sampleCalls } from './003.calls.ts';
import type { SampleCall } from './003.calls.ts';
import type { scenes } from './003.page.tsx';
import { withCalls } from './stage/with-calls.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./003.page.tsx', import.meta.url));
const { opened, entry } = withCalls(stage);

describe('Renderers by tool', () => {
  const lines = async (name: string, state: 'running' | 'done' | 'failed' = 'done'): Promise<readonly string[]> => {
    const page = await opened(ledgerOf(sampleCalls[name] ?? [], state));
    return await page.locator('.tt-call-words').allTextContents();
  };

  test.each<readonly [string, readonly string[]]>([
    ['write', ['write_file(notes.md) 3 lines', 'save_file(a.txt) +1']],
    [
      'edit',
      ['Edit(src/lint.ts) +1 −1', 'edit(a.ts) +1 −2', 'apply_patch(README.md, assets/note.txt) 2 files · +3 −1'],
    ],
    ['files', ['Glob(**/*_test.go in cmd) 2 files', 'list_directory(src)']],
    [
      'search',
      [
        'Grep("slog\\.String" in cmd) 2 lines',
        'search_files("parse(" in *.ts) 1 match → src/lint.ts:40: return parse(text)',
      ],
    ],
    [
      'todo',
      ['TodoWrite 1 of 3 done', 'update_plan 1 of 2 done', 'TaskUpdate(#3 in_progress) → Updated task #3 status'],
    ],
    [
      'agent',
      [
        'Task(Search TypeScript 5.6) general-purpose · 12 tool calls → TypeScript 5.6 disallows truthiness checks that are always true.',
      ],
    ],
    ['web-search', ['WebSearch(TypeScript 5.6 release) 2 pages', 'web_search(video tag in a README)']],
    ['fetch', ['WebFetch(https://devblogs.example/typescript) 200 · 12.3KB → It disallows some truthiness checks.']],
    ['plan', ['ExitPlanMode → User has approved your plan. You can now start coding.']],
    ['notebook', ['NotebookEdit(study.ipynb) replace code cell c7']],
    ['mcp', ['create_issue(title=The list is slow, labels=["bug"]) github']],
    [
      'plain',
      ['look_up_release(package=parser, channel=stable) → 3.0.1', 'Skill(skill=reviewer) → Launching skill: reviewer'],
    ],
  ])('%s: its line', async (name, expected) => expect(await lines(name)).toEqual(expected));

  test('every name that is known stands in the documentation, in the row of its kind', () => {
    const rows = readFileSync(new URL('../docs/renderers.md', import.meta.url), 'utf8').split('\n');
    expect(rows.join('\n')).toContain('`toolKind(name)` of `@toolthread/core/lines`');
    const missing = [...toolKinds].filter(([name, kind]) => {
      const row = rows.find((line) => line.startsWith(`| \`${kind}\` |`));
      return row?.split('|')[2]?.includes(`\`${name}\``) !== true;
    });
    expect(missing).toEqual([]);
  });

  test.each(Object.keys(sampleCalls))('%s: while it runs, it says so; and no result is drawn', async (name) => {
    for (const line of await lines(name, 'running')) expect(line).toMatch(/⏳ Running…$/);
  });

  test.each(Object.keys(sampleCalls))(
    '%s: failed, it says why, once, and draws no change that did not happen',
    async (name) => {
      const page = await opened(ledgerOf(sampleCalls[name] ?? [], 'failed'));
      const count = (sampleCalls[name] ?? []).length;
      expect(await page.locator('.tt-call[data-status=failed]').count()).toBe(count);
      const said = (await page.locator('.tt-rail').textContent()) ?? '';
      expect(said.split('ENOENT: no such file or directory')).toHaveLength(count + 1);
      expect(await page.locator('.tt-diff').count()).toBe(0);
      expect(said).not.toMatch(/[+−]\d|\d lines?\b|of \d+ done/);
    },
  );

  test('a written file is a file with its path, not escaped JSON', async () => {
    const page = await opened(ledgerOf(sampleCalls['write'] ?? [], 'done'));
    const file = entry(page, 0).locator('.tt-diff');
    expect(await file.locator('figcaption').textContent()).toBe('notes.md');
    expect(await file.locator('pre').textContent()).toContain('The parser is "strict".');
    expect(await page.locator('.tt-rail').textContent()).not.toContain('\\n');
  });

  test('a list of things to do is a list, each with its state', async () => {
    const page = await opened(ledgerOf(sampleCalls['todo'] ?? [], 'done'));
    const marks = entry(page, 0).locator('.tt-todos [role=img]');
    expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))).toEqual([
      'done',
      'in progress',
      'to do',
    ]);
  });

  test('a plan is in sight while its group is closed, as Markdown', async () => {
    const page = await stage.draw('thread', ledgerOf(sampleCalls['plan'] ?? [], 'done'));
    await page.locator('.tt-standing .tt-plan-text').waitFor();
    expect(await page.locator('.tt-standing strong').textContent()).toBe('one');
    expect(await page.locator('.tt-standing .tt-tool-description').textContent()).toBe(
      'User has approved your plan. You can now start coding.',
    );
  });

  test('a plan of a Claude Code session says what was decided: approved, rejected with words, not at all', () => {
    const told = (...results: readonly JsonFields[]): string => {
      const use = { type: 'tool_use', id: 'p1', name: 'ExitPlanMode', input: { plan: '1. Read it' } };
      const records = [
        { type: 'user', message: { role: 'user', content: 'Plan it.' } },
        { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [use] } },
        ...results.map((result) => ({
          type: 'user',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'p1', ...result }] },
        })),
      ].map((record, at) => ({
        ...record,
        uuid: `u${at}`,
        parentUuid: at === 0 ? null : `u${at - 1}`,
        sessionId: 's',
      }));
      const { events } = readTranscript(records.map((record) => JSON.stringify(record)).join('\n'));
      const html = writeHtml(threadOf(events), { styles: '' });
      return html
        .slice(html.indexOf('tt-standing'))
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ');
    };
    expect(told({ content: 'User has approved your plan.' })).toContain('allowed · User has approved your plan.');
    const rejected = "The user doesn't want to proceed with this tool use. The user said:\nFirst the tests.";
    expect(told({ content: rejected, is_error: true })).toContain('First the tests.');
    expect(told()).not.toMatch(/approved|denied|failed/);
  });

  test('pages found are links, which nothing follows by itself', async () => {
    const page = await opened(ledgerOf(sampleCalls['web-search'] ?? [], 'done'));
    expect(await page.locator('.tt-pages a').first().getAttribute('rel')).toBe('noreferrer noopener');
    expect(await page.locator('.tt-pages li').count()).toBe(2);
  });

  test('data of an unknown shape can be opened, not only read', async () => {
    const page = await opened(ledgerOf(sampleCalls['mcp'] ?? [], 'done'));
    await entry(page, 0).getByText('user:').click();
    await entry(page, 0).getByText('login: "ada"').waitFor();
  });

  test('a diff of more than 40 rows says how many more there are, and shows them', async () => {
    const rows = Array.from({ length: 52 }, (_, line) => `+line ${line}`);
    const structured = { kind: 'diff', path: 'a.ts', hunks: [{ old_start: 1, new_start: 1, lines: rows }] };
    const page = await opened(ledgerOf([{ name: 'Edit', input: { file_path: 'a.ts' }, structured }], 'done'));
    expect(await page.locator('.tt-diff-row').count()).toBe(40);
    expect(await page.locator('.tt-diff .tt-result-more').textContent()).toContain('... (13 more lines)');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('.tt-diff-row').count()).toBe(53);
  });

  test('opening the groups of an HTML file does not widen it', async () => {
    const wide = 'x'.repeat(4_000);
    const calls: readonly SampleCall[] = [
      ...Object.values(sampleCalls).flat(),
      { name: 'Edit', input: { file_path: wide, old_string: wide, new_string: `${wide}y` }, text: wide },
      { name: 'Write', input: { file_path: 'a', content: wide }, text: 'ok' },
      { name: 'Bash', input: { command: wide }, text: wide },
      { name: 'TodoWrite', input: { todos: [{ content: wide, status: 'pending' }] }, text: 'ok' },
      { name: 'mcp__a__b', input: { wide }, text: JSON.stringify({ wide, more: [wide] }) },
    ];
    const { outputFiles } = await build({
      entryPoints: [new URL('../packages/react/src/styles/index.css', import.meta.url).pathname],
      bundle: true,
      write: false,
    });
    const styles = outputFiles[0]?.text ?? '';
    expect(styles).toContain('.tt-items');
    const page = await stage.open({ viewport: { width: 800, height: 600 } });
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    for (const state of ['done', 'failed'] as const) {
      const events = ledgerOf(
        calls.map((call) => ({ ...call, failure: `${wide}\u001b` })),
        state,
      );
      await page.setContent(writeHtml(threadOf(events), { styles }));
      expect(await width()).toBe(800);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      expect(await width()).toBe(800);
      expect(await page.locator('.tt-call').count()).toBe(calls.length);
    }
  });
});

describe("Parts in a page of one's own", () => {
  test('Create ToolBlock Component: defaultOpen={false} is closed until it is clicked', async () => {
    const page = await stage.draw('block', { input: { someParam: 'test value' }, defaultOpen: false });
    const head = page.locator('.tt-collapsible-head');
    expect(await head.textContent()).toMatch(/My Tool.*test value.*Running\.\.\./);
    expect(await page.getByText('Parameter: test value').count()).toBe(0);
    await head.click();
    await page.getByText('Parameter: test value').waitFor();
  });

  test.each([5, null, { a: 1 }])(
    'a part that throws says so in its own place, and all around it stays (%j)',
    async (value) => {
      const page = await stage.draw('broken', value as never);
      await page.getByText('All else stays.').waitFor();
      expect(await page.getByRole('button', { name: 'The host' }).count()).toBe(1);
      expect(await page.getByRole('alert').filter({ hasText: 'This cannot be displayed: ' }).count()).toBeGreaterThan(
        2,
      );
      // React tells it in the console, too.
      stage.misdeeds.splice(0);
    },
  );

  test('styles touch nothing of the host, take its theme, and without a layer survive its reset', async () => {
    const page = await stage.draw('items', ledgerOf(sampleCalls['todo'] ?? [], 'done'));
    const styleOf = (selector: string, name: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
    expect(await styleOf('html', 'color-scheme')).toBe('normal');
    expect(await styleOf('body', '--tt-ink')).toBe('');
    expect(await styleOf('body', 'background-color')).toBe('rgba(0, 0, 0, 0)');
    expect(await styleOf('.tt-items', '--tt-ink')).not.toBe('');
    await page.addStyleTag({ content: '.mine { --tt-ink: rgb(1, 2, 3) }' });
    await page.locator('main').evaluate((main) => main.classList.add('tt-root', 'mine'));
    expect(await styleOf('.tt-items .tt-group', 'color')).toBe('rgb(1, 2, 3)');
    const padding = await styleOf('.tt-group-head', 'padding-left');
    await page.addStyleTag({ content: '* { margin: 0; padding: 0; border: 0; font: inherit }' });
    expect(await styleOf('.tt-group-head', 'padding-left')).toBe('0px');
    const unlayered = new URL('../packages/react/src/styles/unlayered.css', import.meta.url);
    const { outputFiles } = await build({ entryPoints: [fileURLToPath(unlayered)], bundle: true, write: false });
    await page.addStyleTag({ content: outputFiles[0]?.text ?? '' });
    expect(padding).not.toBe('0px');
    expect(await styleOf('.tt-group-head', 'padding-left')).toBe(padding);
  });
});

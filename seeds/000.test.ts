/** Seed 000, "Unified Tool Call Blocks": its examples, its functions and its test cases, in its order. `000.2` and the like are rows of docs/seeds.md. More statements of the note, by its headings, are in statements.test.ts. */
import {
  completePendingToolBlock,
  formatToolCombined,
  formatToolStarted,
  MAX_TOOL_RESULT_DISPLAY_CHARS,
  mergeConsecutiveToolBlocks,
  normalizeMarkdownCollapsibleBlocks,
  parseToolBlocks,
  readStoredText,
  renderText,
} from '@toolthread/core/blocks';
import type { ToolTraceEntry } from '@toolthread/core/blocks';
import { textStream } from '@toolthread/client';
import { threadOf, timeline, type LedgerEvent } from '@toolthread/core';
import { readGolden } from '@toolthread/core/testing';
import { writeHtml } from '@toolthread/react/export';
import { describe, expect, test } from 'vitest';
import { calls } from './000.calls.ts';
import type { scenes } from './000.page.tsx';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./000.page.tsx', import.meta.url));

const shell = 'run_shell_command';
const pip = [
  'pip 24.0',
  'setuptools 69.5.1',
  'wheel 0.43.0',
  ...Array.from({ length: 12 }, (_, at) => `package-${at} 1.0`),
];
const project = `[name]\nversion = "0.3.1"\n${'x'.repeat(2331)}`;
const five = calls(
  [shell, { args: ['pwd'] }, '/app'],
  [shell, { args: ['uname', '-a'] }, 'Linux server 6.12.33 x86_64 GNU/Linux'],
  [shell, { args: ['python3', '-m', 'pip', 'list'] }, pip.join('\n')],
  ['read_file', { file_name: 'pyproject.toml' }, project],
  ['list_files', { kwargs: {} }, 'pyproject.toml, uv.lock, .venv/, src/'],
);
const running = calls(
  [shell, { args: ['pwd'] }, '/app'],
  [shell, { args: ['uname', '-a'] }, 'Linux 6.12.33'],
  [shell, { args: ['python3', '--version'] }, 'Python 3.12.12'],
  [shell, { args: ['make build'] }],
);
const written = (events: readonly LedgerEvent[], form: 'collapsed' | 'expanded'): string =>
  renderText(timeline(threadOf(events)), { form });

describe('Goal', () => {
  test('collapsed: one line for all consecutive calls', async () => {
    expect(written(five, 'collapsed')).toBe('🔧 5 tool calls (show details)');
    const page = await stage.draw('thread', five);
    await page.getByText('5 tool calls').waitFor();
    expect(await page.locator('.tt-group').count()).toBe(1);
    expect(await page.locator('.tt-call').count()).toBe(0);
  });

  const picture = [
    '🔧 5 tool calls (hide details)',
    '  run_shell_command(args=["pwd"]) → /app',
    // 000.4
    '  run_shell_command(args=["uname", "-a"]) → Linux server 6.12.33 x86_64 GNU/Linux',
    '  run_shell_command(args=["python3", "-m", "pip", "list"])',
    '    pip 24.0',
    '    setuptools 69.5.1',
    '    wheel 0.43.0',
    '    ... (12 more lines)',
    '  read_file(file_name=pyproject.toml)',
    '    [name]',
    '    version = "0.3.1"',
    `    ${'x'.repeat(475)}`,
    // 000.5
    '    … (truncated, 2.3KB)',
    '  list_files(kwargs={}) → pyproject.toml, uv.lock, .venv/, src/',
  ];

  test('expanded: the picture, in words', () => {
    expect(written(five, 'expanded')).toBe(picture.join('\n'));
  });

  test('expanded: of more than 500 characters the size is told, beside the lines that are left too', () => {
    const long = Array.from({ length: 31 }, (_, line) => `${line} `.padEnd(75, '.')).join('\n');
    const events = calls(['read_file', {}, long]);
    // 000.6
    expect(written(events, 'expanded').split('\n').at(-1)).toBe('    ... (28 more lines, 2.3KB in all)');
    expect(writeHtml(threadOf(events), { styles: '' })).toContain('... (28 more lines, 2.3KB in all)');
    expect(formatToolCombined('read_file', {}, long)[0]).toContain('… (truncated, 2.3KB)');
  });

  test('expanded: the picture, drawn; all of a result on a click', async () => {
    const page = await stage.draw('thread', five);
    await page.locator('.tt-group-head').click();
    const entries = page.locator('.tt-call');
    expect(await entries.count()).toBe(5);
    expect(await entries.nth(0).innerText()).toMatch(/run_shell_command\(.*pwd.*\)\s*→\s*\/app/);
    expect(await entries.nth(2).locator('.tt-result').innerText()).toMatch(
      /pip 24\.0\nsetuptools 69\.5\.1\nwheel 0\.43\.0\n\.\.\. \(12 more lines\)/,
    );
    await entries.nth(2).getByRole('button', { name: 'Show all' }).click();
    expect(await entries.nth(2).locator('.tt-result').innerText()).toContain('package-11 1.0');
    expect(await entries.nth(3).locator('.tt-result').innerText()).toContain('… (truncated, 2.3KB)');
  });

  test('expanded: the picture in an HTML file, the whole of a result in its fold', () => {
    const html = writeHtml(threadOf(five), { styles: '' });
    expect(html).toContain('... (12 more lines)');
    expect(html).toContain('package-11 1.0');
  });

  test('streaming: ⏳ while it runs, and the count increases as tools start', async () => {
    expect(written(running, 'expanded').split('\n')).toEqual([
      '🔧 4 tool calls (hide details)',
      '  run_shell_command(args=["pwd"]) → /app',
      '  run_shell_command(args=["uname", "-a"]) → Linux 6.12.33',
      '  run_shell_command(args=["python3", "--version"]) → Python 3.12.12',
      '  run_shell_command(args=["make build"]) ⏳',
    ]);
    const counts = running.map((_, index) => written(running.slice(0, index + 1), 'expanded'));
    for (const count of ['1 tool call', '2 tool calls', '3 tool calls', '4 tool calls']) {
      expect(counts.some((text) => text.includes(`🔧 ${count} `))).toBe(true);
    }
    const page = await stage.draw('thread', running);
    await page.locator('.tt-group-head').click();
    expect(await page.locator('.tt-call').last().innerText()).toContain('⏳');
    expect(await page.locator('.tt-hourglass').count()).toBe(1);
  });
});

describe('1. tool_events', () => {
  test('format_tool_started: a pending block', () => {
    const [block, trace] = formatToolStarted('run_shell_command', { args: ['pwd'] });
    expect(block).toBe('\n\n<tool>run_shell_command(args=[&quot;pwd&quot;])</tool>\n');
    expect(trace).toMatchObject({ type: 'tool_call_started', tool_name: 'run_shell_command', truncated: false });
    expect(readStoredText('', [trace])).toMatchObject([{ name: 'run_shell_command', state: 'pending' }]);
  });

  test('format_tool_combined: call and result are one block, without a <validation>', () => {
    const [block, trace] = formatToolCombined('read_file', { file_name: 'a.py' }, 'ok');
    expect(block).toBe('\n\n<tool>read_file(file_name=a.py)\nok</tool>\n');
    expect(block).not.toContain('<validation>');
    expect(trace).toEqual({
      type: 'tool_call_completed',
      tool_name: 'read_file',
      args_preview: 'file_name=a.py',
      result_preview: 'ok',
      truncated: false,
    });
  });

  test('000.2: a call that is done without a result writes a trailing newline', () => {
    for (const nothing of [undefined, null, '']) {
      expect(formatToolCombined('list_files', {}, nothing)[0]).toBe('\n\n<tool>list_files()\n</tool>\n');
    }
    expect(formatToolCombined('count', {}, 0)[0]).toBe('\n\n<tool>count()\n0</tool>\n');
  });

  test('complete_pending_tool_block: the result goes into the pending block', () => {
    const text = `Looking.${formatToolStarted('pwd', {})[0]}`;
    const [updated, trace] = completePendingToolBlock(text, 'pwd', '/app');
    expect(updated).toBe('Looking.\n\n<tool>pwd()\n/app</tool>\n');
    expect(trace).toMatchObject({ type: 'tool_call_completed', result_preview: '/app' });
  });

  test('complete_pending_tool_block: without a pending block the result is appended (000.7)', () => {
    expect(completePendingToolBlock('Hello.', 'pwd', '/app')[0]).toBe('Hello.\n\n<tool>pwd\n/app</tool>\n');
  });

  test('000.1: by call id; by name and order where there is none', () => {
    const two = formatToolStarted('sh', { args: 'a' }, 'c1')[0] + formatToolStarted('sh', { args: 'b' }, 'c2')[0];
    const [first] = completePendingToolBlock(two, 'sh', 'A', 'c1');
    expect(parseToolBlocks(first).map((part) => part.kind === 'tool' && part.result)).toEqual(['A', undefined]);
    const plain = formatToolStarted('sh', { args: 'a' })[0] + formatToolStarted('sh', { args: 'b' })[0];
    const [inOrder] = completePendingToolBlock(plain, 'sh', 'A');
    expect(parseToolBlocks(inOrder).map((part) => part.kind === 'tool' && part.result)).toEqual(['A', undefined]);
    const [behind] = completePendingToolBlock(plain + formatToolCombined('sh', {}, 'B')[0], 'sh', 'A');
    expect(parseToolBlocks(behind).map((part) => part.kind === 'tool' && part.result)).toEqual([undefined, 'A', 'B']);
  });

  test('result truncation at MAX_TOOL_RESULT_DISPLAY_CHARS, with the original size', () => {
    expect(MAX_TOOL_RESULT_DISPLAY_CHARS).toBe(500);
    const [block, trace] = formatToolCombined('read_file', {}, 'x'.repeat(2355));
    expect(block).toContain(`${'x'.repeat(500)}… (truncated, 2.3KB)</tool>`);
    expect(trace.truncated).toBe(true);
  });

  test('the trace has its own limit: 4000 characters', () => {
    const previewOf = (size: number): unknown => formatToolCombined('f', {}, 'x'.repeat(size))[1].result_preview;
    expect(previewOf(4000)).toBe('x'.repeat(4000));
    expect(previewOf(4001)).toBe(`${'x'.repeat(3999)}…`);
  });

  test('what a tool says closes no block and mentions nobody', () => {
    const [block] = formatToolCombined('echo', { text: '</tool>@all' }, '<tool>x()</tool> @all');
    expect(parseToolBlocks(block)).toHaveLength(1);
    expect(block).not.toMatch(/@(?!\u200b)/u);
  });
});

/** All texts that a chat would have been sent, and the last trace. */
async function told(events: readonly LedgerEvent[]): Promise<{ texts: string[]; trace: readonly ToolTraceEntry[] }> {
  const texts: string[] = [];
  let last: readonly ToolTraceEntry[] = [];
  const onText = (text: string, trace: readonly ToolTraceEntry[]): void => {
    texts.push(text);
    last = trace;
  };
  const stream = textStream({ onText, throttleMs: 1_000_000 });
  for (const event of events) {
    stream.push(event);
    // The text is taken before the next event comes: what is told late waits for the throttle alone.
    await new Promise(setImmediate);
  }
  await stream.end();
  return { texts, trace: last };
}

describe('2. to 4. streamed or not, an agent or a team', () => {
  test('one text that is edited in place: a pending block at once, then its result in it', async () => {
    const { texts, trace } = await told(running);
    expect(texts[0]).toBe('<tool id="c0">run_shell_command(args=[&quot;pwd&quot;])</tool>\n');
    const blocks = parseToolBlocks(texts.at(-1) ?? '').filter((part) => part.kind === 'tool');
    expect(blocks.map(({ state, result }) => result ?? state)).toEqual([
      '/app',
      'Linux 6.12.33',
      'Python 3.12.12',
      'pending',
    ]);
    expect(trace.map(({ type }) => type)).toEqual([
      'tool_call_completed',
      'tool_call_completed',
      'tool_call_completed',
      'tool_call_started',
    ]);
  });

  test('000.3: at once on a start and at the end; a completion waits for the throttle', async () => {
    const ledger = calls(['pwd', {}, '/app'], ['ls', {}, 'src']).filter(({ type }) => type !== 'agent.tool.started');
    const { texts } = await told(ledger.map((event, index) => ({ ...event, seq: index + 1 })));
    const states = texts.map((text) => parseToolBlocks(text).map((part) => part.kind === 'tool' && part.state));
    expect(states).toEqual([['pending'], ['pending', 'pending'], ['done', 'done']]);
  });

  test('a team: each member under its name, the same as when nothing is streamed', async () => {
    const team = readGolden('team-of-three-with-consensus');
    const { texts, trace } = await told(team);
    expect(texts.at(-1)).toBe(renderText(timeline(threadOf(team)), { form: 'blocks' }));
    const names = texts.at(-1)?.match(/^\S.*:$/gm);
    expect(names?.slice(0, 4)).toEqual(['pm:', 'architect:', 'coder:', 'Export team · consensus:']);
    expect(trace.length).toBe(parseToolBlocks(texts.at(-1) ?? '').filter(({ kind }) => kind === 'tool').length);
  });

  test('a result before its start completes that block: never two', async () => {
    const early =
      completePendingToolBlock('', 'pwd', '/app', 'c1')[0] + formatToolStarted('pwd', { path: '.' }, 'c1')[0];
    const one = { id: 'c1', state: 'done', call: 'pwd(path=.)', result: '/app' };
    expect(parseToolBlocks(early)).toMatchObject([one]);
    expect(readStoredText(early)).toMatchObject([one]);
    const page = await stage.draw('text', { text: early });
    await page.getByRole('button', { name: /1 tool call/ }).click();
    expect(await page.locator('.tt-call').count()).toBe(1);
    expect(await page.locator('.tt-hourglass').count()).toBe(0);
    const ledger = calls(['pwd', {}, '/app']).filter(({ type }) => type !== 'agent.tool.started');
    const turned = [...ledger.slice(0, 3), ...ledger.slice(5, 6), ...ledger.slice(3, 5), ...ledger.slice(6)];
    const events = turned.map((event, index) => ({ ...event, seq: index + 1 }));
    expect(parseToolBlocks((await told(events)).texts.at(-1) ?? '')).toMatchObject([{ call: 'pwd()', result: '/app' }]);
  });
});

describe('5. collapsible', () => {
  test('consecutive <tool> blocks merge into one, with a count', () => {
    const text = ['a', 'b', 'c'].map((name) => formatToolCombined(name, {}, 'ok')[0]).join('');
    expect(mergeConsecutiveToolBlocks(parseToolBlocks(`Before.${text}After.`))).toMatchObject([
      { kind: 'text', text: 'Before.' },
      { kind: 'tools', count: 3 },
      { kind: 'text', text: 'After.' },
    ]);
  });

  test('a result of one line stands beside its call up to 80 characters, below it from 81 on', () => {
    expect(written(calls(['pwd', {}, 'x'.repeat(80)]), 'expanded')).toContain(`pwd() → ${'x'.repeat(80)}`);
    expect(written(calls(['pwd', {}, 'x'.repeat(81)]), 'expanded')).toContain(`pwd()\n    ${'x'.repeat(81)}`);
  });

  test('legacy Markdown: a call and its result are one block', () => {
    const legacy = '🔧 **Tool Call:** `save_file(file_name=a.py)`\n✅ **`save_file` result:**\nok';
    expect(normalizeMarkdownCollapsibleBlocks(legacy)).toBe('<tool>save_file(file_name=a.py)\nok</tool>');
  });

  test('drawn: consecutive blocks are one, with its count; words stand between', async () => {
    const text = `Before.${['a', 'b', 'c'].map((name) => formatToolCombined(name, {}, 'ok')[0]).join('')}After **all**.`;
    const page = await stage.draw('text', { text });
    const head = page.getByRole('button', { name: '🔧 3 tool calls (show details)' });
    await head.click();
    expect(await page.locator('.tt-call').count()).toBe(3);
    expect(await page.locator('strong').textContent()).toBe('all');
    await page.getByRole('button', { name: '🔧 3 tool calls (hide details)' }).waitFor();
  });

  test('drawn: inline, below and pending', async () => {
    const text = [
      formatToolCombined('pwd', {}, '/app')[0],
      formatToolCombined('pip', {}, pip.join('\n'))[0],
      formatToolStarted('make', {})[0],
    ].join('');
    const page = await stage.draw('text', { text });
    await page.getByRole('button', { name: /3 tool calls/ }).click();
    const entries = page.locator('.tt-call');
    expect(await entries.nth(0).innerText()).toBe('pwd() → /app');
    expect(await entries.nth(1).innerText()).toContain('wheel 0.43.0\n... (12 more lines)');
    await entries.nth(1).getByRole('button', { name: 'Show all' }).click();
    expect(await entries.nth(1).innerText()).toContain('package-11 1.0');
    expect(await entries.nth(2).innerText()).toBe('make() ⏳');
  });

  test('drawn with its trace: what the text cut is there, and no call twice', async () => {
    const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    const [text, entry] = formatToolCombined('read_file', { file_name: 'a.py' }, long);
    const page = await stage.draw('text', { text, trace: { version: 2, events: [entry] } });
    await page.getByRole('button', { name: /1 tool call/ }).click();
    expect(await page.locator('.tt-call').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('.tt-result').innerText()).toContain('line 99');
  });

  test('drawn without its trace: what was cut when it was written is told as the block tells it', async () => {
    const long = Array.from({ length: 200 }, (_, line) => `l${line}`.padEnd(4, '.')).join('\n');
    const text =
      formatToolCombined('read_file', { file_name: 'pyproject.toml' }, project)[0] +
      formatToolCombined('log', {}, long)[0];
    const page = await stage.draw('text', { text });
    await page.getByRole('button', { name: /2 tool calls/ }).click();
    const results = page.locator('.tt-result');
    expect(await results.nth(0).innerText()).toContain('… (truncated, 2.3KB)');
    expect(await results.nth(0).getByRole('button').count()).toBe(0);
    expect(await results.nth(1).innerText()).toBe('l0..\nl1..\nl2..\n... (197 more lines, 999B in all) Show all');
    await results.nth(1).getByRole('button', { name: 'Show all' }).click();
    expect(await results.nth(1).innerText()).toContain('l99.\n... (100 more lines, 999B in all) Show less');
  });

  test('drawn with the trace that textStream gives', async () => {
    const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    const { texts, trace } = await told(calls(['read_file', { file_name: 'a.py' }, long]));
    const page = await stage.draw('text', { text: texts.at(-1) ?? '', trace });
    await page.getByRole('button', { name: /1 tool call/ }).click();
    expect(await page.locator('.tt-call-words').innerText()).toBe('read_file(file_name=a.py)');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('.tt-result').innerText()).toContain('line 99');
  });

  test('a text that stands alone looks like a part of a thread', async () => {
    const page = await stage.draw('text', { text: formatToolCombined('pip', {}, pip.join('\n'))[0] });
    const head = page.getByRole('button', { name: /1 tool call/ });
    await head.click();
    for (const button of [head, page.getByRole('button', { name: 'Show all' })]) {
      const look = await button.evaluate((element) => {
        const { borderTopWidth, backgroundColor, fontFamily } = getComputedStyle(element);
        return { borderTopWidth, backgroundColor, fontFamily };
      });
      expect(look).toMatchObject({ borderTopWidth: '0px', backgroundColor: 'rgba(0, 0, 0, 0)' });
      expect(look.fontFamily).toContain('sans-serif');
    }
    expect(await page.locator('.tt-result-more').innerText()).toBe('... (12 more lines) Show all');
  });

  test('legacy Markdown, and a <validation> of old messages: still drawn, a call with its result (000.8)', async () => {
    const legacy = '🔧 **Tool Call:** `save_file(file_name=a.py)`\n✅ **`save_file` result:**\nok';
    const older = '<tool>pwd()</tool>\n<validation>pwd\n/app</validation>\n';
    for (const [text, label, line] of [
      [legacy, '🔧 1 tool call', 'save_file(file_name=a.py) → ok'],
      [older, '🔧 1 tool call', 'pwd() → /app'],
      ['<validation>pwd\n/app</validation>', '✅ Result', 'pwd → /app'],
      ['<validation>completed in 3 seconds</validation>', '✅ Result', 'completed in 3 seconds'],
      ['<tool>a()</tool>\n<validation>a completed in 0.3s</validation>', '🔧 1 tool call', 'a() → completed in 0.3s'],
    ] as const) {
      const page = await stage.draw('text', { text });
      await page.getByRole('button', { name: `${label} (show details)` }).click();
      expect(await page.locator('.tt-call').innerText()).toBe(line);
    }
  });

  test('[L7] what stands in a stored text is inert', async () => {
    const text = formatToolCombined('<img src=x onerror=alert(1)>', {}, '<script>alert(1)</script>')[0];
    const page = await stage.draw('text', { text });
    await page.getByRole('button', { name: /1 tool call/ }).click();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
  });
});

describe('6. CollapsibleBlock, 7. collapsibleBlocks', () => {
  test.each([
    [{ kind: 'tool' }, '🔧 1 tool call (show details)'],
    [{ kind: 'tool', count: 1 }, '🔧 1 tool call (show details)'],
    [{ kind: 'tool', count: 5 }, '🔧 5 tool calls (show details)'],
    [{ kind: 'validation' }, '✅ Result (show details)'],
  ] as const)('%j: %s', async (block, label) => {
    const page = await stage.draw('block', block);
    await page.getByRole('button', { name: label }).click();
    await page.getByText('Inside').waitFor();
  });
});

/** Seed 000, "Unified Tool Call Blocks": its examples, its functions and its test cases, in its order. */
import {
  completePendingToolBlock,
  formatToolCombined,
  formatToolStarted,
  MAX_TOOL_RESULT_DISPLAY_CHARS,
  mergeConsecutiveToolBlocks,
  normalizeMarkdownCollapsibleBlocks,
  parseToolBlocks,
} from '@toolthread/core/blocks';
import { LedgerWriter } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import type { scenes } from './000.page.tsx';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./000.page.tsx', import.meta.url));

/** A run that calls tools, each with what it gave; undefined: it still runs. */
function calls(...made: readonly (readonly [name: string, args: object, result?: string])[]): readonly LedgerEvent[] {
  const ledger = new LedgerWriter('t1');
  ledger.write({ type: 'thread.created' });
  ledger.write({ type: 'agent.status', status: 'running' });
  ledger.write({ type: 'agent.step.started', step: 1 });
  made.forEach(([name, args], part) =>
    ledger.write({
      type: 'agent.tool.called',
      step: 1,
      part,
      call: `c${part}`,
      name,
      arguments: JSON.stringify(args),
    }),
  );
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' });
  made.forEach(([, , result], part) => {
    ledger.write({ type: 'agent.tool.started', step: 1, call: `c${part}` });
    if (result === undefined) return;
    const parts = [{ type: 'text', text: result }] as const;
    ledger.write({ type: 'agent.tool.completed', step: 1, call: `c${part}`, outcome: 'done', parts });
  });
  const over = made.every(([, , result]) => result !== undefined);
  if (over) ledger.write({ type: 'agent.status', status: 'completed' });
  return ledger.events;
}

describe('Goal', () => {
  test('collapsed: one line for all consecutive calls', async () => {
    const page = await stage.draw(
      'thread',
      calls(...['a', 'b', 'c', 'd', 'e'].map((name) => [name, {}, 'ok'] as const)),
    );
    await page.getByText('5 tool calls').waitFor();
    expect(await page.locator('.tt-group').count()).toBe(1);
    expect(await page.locator('.tt-call').count()).toBe(0);
  });
});

describe('1. tool_events', () => {
  test('format_tool_started: a pending block', () => {
    const [block, trace] = formatToolStarted('run_shell_command', { args: ['pwd'] });
    expect(block).toBe('\n\n<tool>run_shell_command(args=[&quot;pwd&quot;])</tool>\n');
    expect(trace).toMatchObject({ type: 'tool_call_started', tool_name: 'run_shell_command', truncated: false });
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

  test('DESIGN, 000 row 2: a call that is done without a result writes a trailing newline', () => {
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

  test('complete_pending_tool_block: without a pending block the result is appended', () => {
    expect(completePendingToolBlock('Hello.', 'pwd', '/app')[0]).toBe('Hello.\n\n<tool>pwd\n/app</tool>\n');
  });

  test('DESIGN, 000 row 1: by call id; by name and order where there is none', () => {
    const two = formatToolStarted('sh', { args: 'a' }, 'c1')[0] + formatToolStarted('sh', { args: 'b' }, 'c2')[0];
    const [first] = completePendingToolBlock(two, 'sh', 'A', 'c1');
    expect(parseToolBlocks(first).map((part) => part.kind === 'tool' && part.result)).toEqual(['A', undefined]);
    const plain = formatToolStarted('sh', { args: 'a' })[0] + formatToolStarted('sh', { args: 'b' })[0];
    const [inOrder] = completePendingToolBlock(plain, 'sh', 'A');
    expect(parseToolBlocks(inOrder).map((part) => part.kind === 'tool' && part.result)).toEqual(['A', undefined]);
  });

  test('result truncation at MAX_TOOL_RESULT_DISPLAY_CHARS, with the original size', () => {
    expect(MAX_TOOL_RESULT_DISPLAY_CHARS).toBe(500);
    const [block, trace] = formatToolCombined('read_file', {}, 'x'.repeat(2355));
    expect(block).toContain(`${'x'.repeat(500)}… (truncated, 2.3KB)</tool>`);
    expect(trace.truncated).toBe(true);
  });

  test('what a tool says closes no block and mentions nobody', () => {
    const [block] = formatToolCombined('echo', { text: '</tool>@all' }, '<tool>x()</tool> @all');
    expect(parseToolBlocks(block)).toHaveLength(1);
    expect(block).not.toMatch(/@(?!\u200b)/u);
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

  test('legacy Markdown: a call and its result are one block', () => {
    const legacy = '🔧 **Tool Call:** `save_file(file_name=a.py)`\n✅ **`save_file` result:**\nok';
    expect(normalizeMarkdownCollapsibleBlocks(legacy)).toBe('<tool>save_file(file_name=a.py)\nok</tool>');
  });
});

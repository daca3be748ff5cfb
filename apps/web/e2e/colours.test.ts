/** Code that was read, written or changed is in the colours of its language, and says what it said before. */
import type { EventDraft } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { ledgerText } from './ledger-text.ts';
import { lowContrast } from './page-state/low-contrast.ts';
import { withFixtures } from './with-fixtures.ts';

const CODE = '/* one\n   two */\nexport const mode = "strict";\nlet count = 12;';
const NUMBERED = '     1→// first\n     2→export const a = 1;';
const PATCH = '@@ -1,3 +1,3 @@\n export function lint() {\n-  return "old";\n+  return 42;\n }\n';

function call(index: number, name: string, input: object, text: string, structured?: Json): EventDraft[] {
  const at = { step: 1, call: `c${index}` } as const;
  return [
    { type: 'agent.tool.called', ...at, part: index, name, arguments: JSON.stringify(input) },
    {
      type: 'agent.tool.completed',
      ...at,
      outcome: 'done',
      parts: [{ type: 'text', text }],
      ...(structured === undefined ? {} : { structured }),
    },
  ];
}

const stage = withFixtures(
  new Map([
    [
      '/code.jsonl',
      ledgerText([
        { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Look' }], delivery: 'now' },
        { type: 'agent.step.started', step: 1 },
        ...call(0, 'read_file', { path: 'src/lint.ts' }, CODE),
        ...call(1, 'Read', { file_path: '/home/me/a.ts' }, NUMBERED),
        ...call(2, 'edit_file', { path: 'src/lint.ts' }, 'Changed.', { kind: 'diff', path: 'lint.ts', patch: PATCH }),
        ...call(3, 'save_file', { path: 'a.py', content: 'def a():\n    return None\n' }, 'Saved.'),
        ...call(4, 'read_file', { path: 'notes.unknown' }, 'return 1;\nlet it = "be";'),
        { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
      ]),
    ],
  ]),
);

test.each(['light', 'dark'] as const)('[issue 13] in the %s theme', async (colorScheme) => {
  const page = await stage.draw('url=/code.jsonl', { colorScheme });
  await page.locator('.tt-group-head').click();
  const calls = page.locator('.tt-call');
  await page.getByRole('button', { name: 'Show all' }).first().click();
  const read = calls.nth(0).locator('.tt-result');
  await read.locator('.tt-hl-keyword', { hasText: 'export' }).waitFor();
  expect(await read.locator('.tt-hl-comment').allTextContents()).toEqual(['/* one', '   two */']);
  expect(await read.textContent()).toContain(CODE);

  await calls.nth(1).locator('.tt-hl-keyword').first().waitFor();
  expect(await calls.nth(1).locator('.tt-line-number').allTextContents()).toEqual(['     1→', '     2→']);
  expect(await calls.nth(1).locator('.tt-result').textContent()).toContain(NUMBERED);

  const changed = calls.nth(2).locator('.tt-diff-row');
  await changed.locator('.tt-hl-keyword').first().waitFor();
  await changed.and(page.locator('[data-kind=removed]')).locator('.tt-hl-string', { hasText: '"old"' }).waitFor();
  await changed.and(page.locator('[data-kind=added]')).locator('.tt-hl-number', { hasText: '42' }).waitFor();
  await calls.nth(3).locator('.tt-hl-keyword', { hasText: 'def' }).waitFor();
  expect(await calls.nth(4).locator('[class*=tt-hl-]').count()).toBe(0);
  expect(await page.evaluate(lowContrast)).toEqual([]);
});

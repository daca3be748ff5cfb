import { describe, expect, it } from 'vitest';
import { readTranscript } from '../transcript/read-transcript.ts';
import { titleOf } from './title-of.ts';

describe('[issue 11] one rule for titles', () => {
  it.each([
    ['a line', 'Fix the loom', 'Fix the loom'],
    [
      'a line that was broken goes on',
      'I want to move this app from\none place to another',
      'I want to move this app from one place to another',
    ],
    ['a sentence is enough', 'Fix the loom.\nIt is loud.', 'Fix the loom.'],
    ['a paragraph ends at a blank line', 'Fix the loom\n\nIt is loud', 'Fix the loom'],
    ['a list, a heading, code or a tag is no part of it', 'Fix these\n- a\n- b', 'Fix these'],
    ['code', 'Run this\n```\nls\n```', 'Run this'],
    ['what announces goes on', 'Do this:\n\n# Mend the loom\nnow', 'Do this: Mend the loom'],
    ['blank lines before it', '\n\n  Fix it', 'Fix it'],
    ['what is longer is cut, with a mark', 'x'.repeat(100), `${'x'.repeat(79)}…`],
    ['nothing', ' \n ', ''],
  ])('%s', (_, text, title) => expect(titleOf(text)).toBe(title));

  const words = 'I want to move this app from\none place to another';
  const time = '2026-02-02T02:40:00.000Z';
  it.each([
    [
      'claude-code',
      { type: 'user', uuid: 'u', sessionId: 's', timestamp: time, message: { role: 'user', content: words } },
    ],
    [
      'codex',
      {
        timestamp: time,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] },
      },
    ],
    ['openai', { role: 'user', content: words }],
  ] as const)('of %s', (format, record) => {
    const read = readTranscript(`${JSON.stringify(record)}\n`, { format });
    expect(read.title).toBe('I want to move this app from one place to another');
  });
});

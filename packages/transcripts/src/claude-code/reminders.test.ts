import { expect, it } from 'vitest';
import { ClaudeCodeRecords, text } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

it('[strangers] reminders are shown with nothing that a person typed, also where it was typed while the agent worked', () => {
  const make = new ClaudeCodeRecords();
  const words = '<system-reminder>Be brief.</system-reminder>\nIn blue.';
  const queued = (prompt: unknown): string =>
    make.record('attachment', { attachment: { type: 'queued_command', prompt } });
  const lines = [
    make.user(words),
    queued(words),
    queued([text('<system-reminder>x</system-reminder>'), text(words)]),
    queued('<system-reminder>x</system-reminder>'),
  ];
  const thread = readTranscript(lines.join('\n'), { format: 'claude-code' });
  expect(outline(thread)).toEqual(['@human: In blue.', '@human: In blue.', '@human: In blue.']);
  expect(thread.account.hidden.get('system-reminder')).toBe(1);
  expect(accountAddsUp(thread.state)).toBe(true);
});

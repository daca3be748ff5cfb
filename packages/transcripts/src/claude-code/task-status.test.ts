import { expect, test } from 'vitest';
import { ClaudeCodeRecords, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

function afterTask(attachment: object): ReturnType<typeof readTranscript> {
  const make = new ClaudeCodeRecords();
  const lines = [
    make.user('Weave.'),
    make.assistant('m1', toolUse('t1', 'Bash', { command: 'make', run_in_background: true })),
    make.result('t1', 'Command running in background with ID: b1', { toolUseResult: { backgroundTaskId: 'b1' } }),
    make.record('attachment', { attachment: { type: 'task_status', taskId: 'b1', ...attachment } }),
  ];
  return readTranscript(lines.join('\n'));
}

test.each([
  ['failed', 'failed'],
  ['killed', 'interrupted'],
  ['completed', 'done'],
])('[issue 11] [L3] an attachment that says a task %s reaches the call that began it', (status, outcome) => {
  const thread = afterTask({ status, description: 'make' });
  expect(outline(thread)[1]).toMatch(new RegExp(`^> Bash ${outcome}`));
  expect(thread.account.folded).toBeGreaterThan(0);
});

test('[L4] one that says that a task runs changes nothing, and is hidden by its name', () => {
  const thread = afterTask({ status: 'running' });
  expect(outline(thread)[1]).toMatch(/^> Bash done/);
  expect(thread.account.hidden.get('attachment:task_status')).toBe(1);
});

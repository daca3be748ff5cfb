import { expect, test } from 'vitest';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

function drawn(run: object): readonly string[] {
  const messages = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { cmd: 'make' } }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseID: 't1', run }] },
  ];
  return outline(readTranscript(JSON.stringify({ id: 'T-1', created: 1_770_000_000_000, messages })));
}

test.each([
  [0, '> Bash done: no rule (exit 0)'],
  [2, '> Bash failed: no rule (exit 2)'],
  [-1, '> Bash failed: no rule (exit -1)'],
])('[issue 11] [L3] a command that ended with exit code %i', (exitCode, line) => {
  expect(drawn({ status: 'done', result: { output: 'no rule', exitCode } })).toEqual([line]);
});

test('[L3] what a person stopped or refused is that, whatever its exit code', () => {
  expect(drawn({ status: 'cancelled', result: { output: '', exitCode: 130 } })).toEqual([
    '> Bash interrupted (exit 130)',
  ]);
  expect(drawn({ status: 'rejected-by-user', result: { exitCode: 1 } })[0]).toContain('Bash denied');
});

test('[L3] [L4] a result that is recorded is one, whatever the status is', () => {
  expect(drawn({ status: 'tomorrow', result: { output: 'made' } })).toEqual(['> Bash done: made']);
  expect(drawn({ status: 'in-progress', error: { message: 'no rule' } })[0]).toContain('Bash failed');
  expect(drawn({ status: 'in-progress' })).toEqual(['> Bash lost']);
});

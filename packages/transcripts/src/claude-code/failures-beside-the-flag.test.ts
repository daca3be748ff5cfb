import { expect, test } from 'vitest';
import { ClaudeCodeRecords, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

function after(block: object, more: object = {}): string {
  const make = new ClaudeCodeRecords();
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'torn', ...block };
  return outline(readTranscript([make.assistant('m1', toolUse('t1')), make.user([result], more)].join('\n')))[0] ?? '';
}

test.each<[string, object, object]>([
  ['the flag as a text', { is_error: 'true' }, {}],
  ['an error as the structured result', {}, { toolUseResult: 'Error: Exit code 1\ntorn' }],
  ['an error of the program around all of the result', { content: '<tool_use_error>torn</tool_use_error>' }, {}],
])('[L3] what the program writes for failures only is a failure: %s', (_, block, more) => {
  expect(after(block, more)).toMatch(/^> Bash failed/);
});

test('[L3] what the program writes for a denial only is one', () => {
  expect(after({}, { toolUseResult: 'User rejected tool use' })).toMatch(/^> Bash denied/);
  expect(after({ is_error: false }, { toolUseResult: 'User rejected tool use' })).toMatch(/^> Bash done/);
});

test.each<[string, object, object]>([
  ['where the flag says that it is none', { is_error: false }, { toolUseResult: 'Error: torn' }],
  [
    'around a command that ran',
    { content: '<tool_use_error>torn</tool_use_error>' },
    { toolUseResult: { stdout: '' } },
  ],
  ['inside of a text', { content: 'see <tool_use_error>torn</tool_use_error>' }, {}],
  ['a text of another kind', {}, { toolUseResult: 'No Error: fine' }],
])('[L3] the same words are none: %s', (_, block, more) => {
  expect(after(block, more)).toMatch(/^> Bash done/);
});

function asked(tool: string, input: object, said: string): readonly string[] {
  const make = new ClaudeCodeRecords();
  const lines = [
    make.assistant('m1', toolUse('t1', 'Bash', { command: 'make', run_in_background: true })),
    make.result('t1', 'Command running in background with ID: b1', { toolUseResult: { backgroundTaskId: 'b1' } }),
    make.assistant('m2', toolUse('t2', tool, input)),
    make.result('t2', said),
  ];
  return outline(readTranscript(lines.join('\n')));
}

test.each([
  [
    'BashOutput',
    { bash_id: 'b1' },
    '<status>failed</status>\n\n<exit_code>7</exit_code>\n\n<stderr>\nbad\n</stderr>',
    'failed',
  ],
  [
    'TaskOutput',
    { task_id: 'b1' },
    '<retrieval_status>success</retrieval_status>\n\n<status>killed</status>',
    'interrupted',
  ],
  ['BashOutput', { bash_id: 'b1' }, '<status>running</status>\n\n<stdout>\n<status>failed</status>\n</stdout>', 'done'],
  ['BashOutput', { bash_id: 'b1' }, '<stdout>\n<status>failed</status>\n</stdout>', 'done'],
  ['Bash', { command: 'cat' }, '<status>failed</status>', 'done'],
])(
  '[L3] how a task ended reaches the call that began it, where only the words of the answer tell it: %s %j',
  (tool, input, said, outcome) => {
    expect(asked(tool, input, said)[0]).toMatch(new RegExp(`^> Bash ${outcome}`));
  },
);

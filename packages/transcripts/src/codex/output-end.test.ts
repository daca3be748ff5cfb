import type { Outcome } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import { outputEnd } from './output-end.ts';

const rejected = (why: string): string => `\`: CreateProcess { message: "Rejected(\\"${why}\\")" }`;

describe('[issue 11] [L3] what Codex says in an output about the end of its call', () => {
  const cases: readonly (readonly [Outcome | undefined, readonly (readonly [tool: string, text: string])[]])[] = [
    [
      'failed',
      [
        ['shell', 'execution error: No such file or directory (os error 2)'],
        ['write_stdin', 'write_stdin failed: stdin is closed for this session'],
        ['exec_command', 'exec_command failed for `ls`: CreateProcess { message: "…" }'],
        ['apply_patch', 'apply_patch verification failed: Failed to find expected lines'],
        ['shell', 'failed in sandbox MacosSeatbelt with execution error: no'],
        ['exec_command', 'Command blocked by PreToolUse hook: no. Command: rm'],
        ['shell_command', 'approval policy is Never; reject command — you cannot ask'],
        ['exec_command', `exec_command failed for \`rm${rejected('approval policy is Never')}`],
        ['exec_command', `exec_command failed for \`echo${rejected('rejected by user')}\`: CreateProcess { no }`],
        ['server__tool', 'unsupported call: server__tool'],
        ['spawn_agent', 'failed to parse function arguments: missing field'],
        ['update_plan', 'update_plan is a TODO tool and is not allowed in Plan mode'],
        ['view_image', 'unable to locate image at `/a.png`: no such file'],
        ['exec', 'Script failed\nWall time 0.2 seconds\nOutput:\n'],
      ],
    ],
    [
      'denied',
      [
        ['apply_patch', 'patch rejected: writing outside of the project'],
        ['shell', 'rejected by user'],
        ['exec_command', `exec_command failed for \`rm${rejected('rejected by user')}`],
        ['exec_command', `exec_command failed for \`rm${rejected('rejected: not here')}`],
      ],
    ],
    [
      'interrupted',
      [
        ['shell_command', 'Wall time: 2.0 seconds\naborted by user'],
        ['shell', '{"output":"aborted","metadata":{}}'],
        ['server.tool', 'aborted by user after 2.0s'],
        ['wait', 'Script terminated\nWall time 0.2 seconds\nOutput:\n'],
      ],
    ],
    [
      'done',
      [
        ['exec_command', 'Wall time: 1.0 seconds\nProcess exited with code 0\nOutput:\nexecution error: no'],
        ['shell', '{"output":"execution error: no","metadata":{"exit_code":0}}'],
        ['update_plan', 'Plan updated'],
        ['view_image', 'attached local image path'],
        ['exec', 'Script completed\nWall time 0.2 seconds\nOutput:\nScript failed'],
      ],
    ],
    [
      undefined,
      [
        ['server__tool', 'execution error: as the handbook says'],
        ['server.tool', 'failed to parse function arguments: a chapter'],
        ['other', 'unsupported call: server__tool'],
        ['other', 'aborted'],
        ['exec', 'Script failed'],
        ['exec_command', 'what it printed'],
        ['exec_command', ''],
      ],
    ],
  ];

  it.each(cases)('is %s', (outcome, said) => {
    for (const [tool, text] of said) expect([tool, text, outputEnd(text, tool).outcome]).toEqual([tool, text, outcome]);
  });
});

const line = (payload: object, at: number): string =>
  JSON.stringify({ timestamp: new Date(at).toISOString(), type: 'response_item', payload });
const read = (...items: readonly object[]): readonly string[] =>
  outline(readTranscript(items.map((one, at) => line(one, Date.UTC(2026, 0, 1) + at * 1000)).join('\n')));
const text = (words: string): readonly object[] => [{ type: 'input_text', text: words }];

it('[issue 11] [L3] an output in items says it as one text does', () => {
  const said = text('Wall time: 1.0 seconds\nProcess exited with code 2\nOutput:\nno');
  const [shown] = read(
    { type: 'function_call', name: 'exec_command', arguments: '{}', call_id: 'a' },
    { type: 'function_call_output', call_id: 'a', output: said },
  );
  expect(shown).toMatch(/^> exec_command failed/);
});

it('[issue 11] [L3] a script that failed after its call was answered has failed', () => {
  const shown = read(
    { type: 'custom_tool_call', name: 'exec', input: 'await tools.x()', call_id: 'a' },
    {
      type: 'custom_tool_call_output',
      call_id: 'a',
      output: text('Script running with cell ID 7\nWall time 1.0 seconds\nOutput:\n'),
    },
    { type: 'function_call', name: 'wait', arguments: '{"cell_id":"7"}', call_id: 'b' },
    {
      type: 'function_call_output',
      call_id: 'b',
      output: text('Script failed\nWall time 1.0 seconds\nOutput:\n'),
    },
  );
  expect(shown.map((one) => one.split(':')[0])).toEqual(['> exec failed', '> wait failed']);
});

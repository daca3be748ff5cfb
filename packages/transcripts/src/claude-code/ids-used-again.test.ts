import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

describe('[issue 12, files b] an id that is used again in a later turn', () => {
  it('[L3] [L4] each call has its own result, and a second one of the newer call is another one', () => {
    const make = new ClaudeCodeRecords();
    const failed = [{ type: 'tool_result', tool_use_id: 't1', content: 'torn', is_error: true }];
    const thread = readTranscript(
      [
        make.user('Weave.'),
        make.assistant('m1', toolUse('t1')),
        make.result('t1', 'woven'),
        make.user('Again.'),
        make.assistant('m2', toolUse('t1')),
        make.user(failed),
        make.result('t1', 'late'),
        make.user('Once more.'),
        make.assistant('m3', toolUse('t1')),
        make.result('t1', 'good'),
      ].join('\n'),
    );
    expect(accountAddsUp(thread.state)).toBe(true);
    expect(outline(thread)).toEqual([
      '@human: Weave.',
      '> Bash done: woven',
      '@human: Again.',
      '> Bash failed: torn',
      '@human: Once more.',
      '> Bash done: good',
    ]);
    expect(thread.account.hidden.get('other-result')).toBe(1);
  });

  it('a result before its call, and another one after it: the first counts', () => {
    const make = new ClaudeCodeRecords();
    const lines = [make.user('Weave.'), make.result('t1', 'early'), make.assistant('m1', toolUse('t1'))];
    const thread = readTranscript([...lines, make.result('t1', 'late')].join('\n'));
    expect(outline(thread)).toEqual(['@human: Weave.', '> Bash done: early']);
  });
});

it('[issue 11] [L4] two calls of one response with one id are two, each with its own result, and told again they stay two', () => {
  const make = new ClaudeCodeRecords();
  const calls = [toolUse('t1', 'Bash', { command: 'one' }), toolUse('t1', 'Bash', { command: 'two' })];
  const results = [
    { type: 'tool_result', tool_use_id: 't1', content: 'ONE' },
    { type: 'tool_result', tool_use_id: 't1', content: 'TWO', is_error: true },
  ];
  const thread = readTranscript(
    [make.user('Weave'), make.assistant('m1', ...calls), make.assistant('m1', ...calls), make.user(results)].join('\n'),
  );
  expect(outline(thread)).toEqual(['@human: Weave', '> Bash done: ONE', '> Bash failed: TWO']);
});

it('[L4] a record with the uuid of another and other words is no repetition, and the same once more is', () => {
  const make = new ClaudeCodeRecords();
  const same = { uuid: 'u' };
  const lines = [make.user('Weave.', same), make.user('Spin.', same), make.user('Dye.', same)];
  const again = lines.map((line) => line.replace('"sessionId":"s"', '"sessionId":"t"'));
  const thread = readTranscript([...lines, ...again].join('\n'));
  expect(outline(thread)).toEqual(['@human: Weave.', '@human: Spin.', '@human: Dye.']);
  expect(thread.counts['hidden']).toEqual({ 'repeated-record': 3 });
});

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

describe('[issue 11] [L4] two calls of one response that have one id, in records of their own', () => {
  const call = (command: string): object => toolUse('t1', 'Bash', { command });

  it('are two, each with its own result', () => {
    const make = new ClaudeCodeRecords();
    const lines = [make.user('Weave.'), make.assistant('m1', call('one')), make.assistant('m1', call('two'))];
    const both = [...lines, make.result('t1', 'ONE'), make.result('t1', 'TWO')];
    const thread = readTranscript(both.join('\n'));
    expect(outline(thread)).toEqual(['@human: Weave.', '> Bash done: ONE', '> Bash done: TWO']);
    const called = thread.events.flatMap((event) => (event.type === 'agent.tool.called' ? [event.arguments] : []));
    expect(called).toEqual(['{"command":"one"}', '{"command":"two"}']);
  });

  it.each<[string, (make: ClaudeCodeRecords) => readonly string[]]>([
    [
      'with a result between them',
      (make) => [
        make.assistant('m1', call('one')),
        make.result('t1', 'ONE'),
        make.assistant('m1', call('two')),
        make.result('t1', 'TWO'),
      ],
    ],
    [
      'of other tools',
      (make) => [
        make.assistant('m1', toolUse('t1', 'Bash')),
        make.assistant('m1', toolUse('t1', 'Bish')),
        make.result('t1', 'ONE'),
        make.result('t1', 'TWO'),
      ],
    ],
  ])('%s', (_, records) => {
    const make = new ClaudeCodeRecords();
    const drawn = outline(readTranscript([make.user('Weave.'), ...records(make)].join('\n')));
    expect(drawn.map((line) => line.replace('Bish', 'Bash'))).toEqual([
      '@human: Weave.',
      '> Bash done: ONE',
      '> Bash done: TWO',
    ]);
  });

  it('and stay two in a history that is written again, in one record or in several', () => {
    const make = new ClaudeCodeRecords();
    const tell = (...records: readonly (readonly object[])[]): readonly string[] => [
      make.user('Weave.', { timestamp: '2026-02-02T00:00:00.000Z' }),
      ...records.map((blocks) => make.assistant('m1', ...blocks)),
    ];
    const split = tell([call('one')], [call('two')]);
    const results = [make.result('t1', 'ONE'), make.result('t1', 'TWO')];
    for (const again of [tell([call('one')], [call('two')]), tell([call('one'), call('two')])]) {
      const drawn = outline(readTranscript([...split, ...results, ...again].join('\n')));
      expect(drawn).toEqual(['@human: Weave.', '> Bash done: ONE', '> Bash done: TWO']);
    }
  });

  it.each<[string, (make: ClaudeCodeRecords) => readonly string[]]>([
    ['in one record', (make) => [make.assistant('m1', toolUse('t1', 'Bash', {}), call('two'))]],
    [
      'after one that got its arguments late',
      (make) => [
        make.assistant('m1', toolUse('t1', 'Bash', {})),
        make.assistant('m1', call('one')),
        make.assistant('m1', call('two')),
        make.assistant('m1', call('one')),
      ],
    ],
  ])('are two if the first has no arguments, and the second is another: %s', (_, records) => {
    const make = new ClaudeCodeRecords();
    const lines = [make.user('Weave.'), ...records(make), make.result('t1', 'ONE'), make.result('t1', 'TWO')];
    expect(outline(readTranscript(lines.join('\n')))).toEqual([
      '@human: Weave.',
      '> Bash done: ONE',
      '> Bash done: TWO',
    ]);
  });

  it('are one if the first has no arguments yet', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      make.user('Weave.'),
      make.assistant('m1', toolUse('t1', 'Bash', {})),
      make.assistant('m1', call('one')),
    ];
    expect(outline(readTranscript([...lines, make.result('t1', 'ONE')].join('\n')))).toEqual([
      '@human: Weave.',
      '> Bash done: ONE',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, thinking, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript, tailTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

function read(lines: readonly string[]): ReadTranscript {
  const whole = readTranscript(lines.join('\n'), { format: 'claude-code' });
  expect(accountAddsUp(whole.state)).toBe(true);
  expect([...whole.state.anomalies.first]).toEqual([]);
  return whole;
}

it('a torn progress record invents no call', () => {
  const make = new ClaudeCodeRecords();
  const message = { type: 'assistant', message: { content: [toolUse('phantom', 'Bash', { command: 'ls' })] } };
  const whole = make.record('progress', { data: { type: 'agent_progress', message } });
  const next = make.assistant('m1', text('Woven.'));
  const torn = whole.slice(0, whole.indexOf('"ls"') + 2);
  const thread = read([make.user('Weave.'), torn + next]);
  expect(outline(thread)).toEqual(['@human: Weave.', '= Woven.']);
  expect(thread.account.malformed.length).toBe(1);
});

it('the folder is found behind records that name none', () => {
  const make = new ClaudeCodeRecords();
  const bare = JSON.stringify({ type: 'file-history-snapshot', messageId: 'x', snapshot: {} });
  const thread = read([bare, JSON.stringify({ type: 'mode', mode: 'plan', sessionId: 's' }), make.user('Weave.')]);
  expect(thread.state.workspace).toBe('/loom');
});

describe('a background task', () => {
  const notice = (status: string, summary: string, more = ''): string =>
    `<task-notification>\n<task-id>b1</task-id>\n<output-file>/tmp/b1</output-file>\n<status>${status}</status>\n<summary>${summary}</summary>\n${more}</task-notification>\nRead the output file to retrieve the result.`;
  const FAILED = 'Background command "npm test" failed with exit code 1';

  function started(make: ClaudeCodeRecords): string[] {
    return [
      make.user('Test it.'),
      make.assistant('m1', toolUse('t1', 'Bash', { command: 'npm test', run_in_background: true })),
      make.result('t1', 'Command running in background with ID: b1', {
        toolUseResult: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b1' },
      }),
      make.assistant('m2', text('It runs.')),
    ];
  }

  it.each([
    ['a user record', (make: ClaudeCodeRecords) => [make.user(notice('failed', FAILED))]],
    [
      'a user record of the program',
      (make: ClaudeCodeRecords) => [make.user(notice('failed', FAILED), { isMeta: true })],
    ],
    [
      'the queue',
      (make: ClaudeCodeRecords) => [
        make.record('queue-operation', { operation: 'enqueue', content: notice('failed', FAILED) }),
      ],
    ],
    [
      'an attachment',
      (make: ClaudeCodeRecords) => [
        make.record('attachment', { attachment: { type: 'queued_command', prompt: notice('failed', FAILED) } }),
      ],
    ],
    [
      'all of them',
      (make: ClaudeCodeRecords) => [
        make.record('queue-operation', { operation: 'enqueue', content: notice('failed', FAILED) }),
        make.record('attachment', { attachment: { type: 'queued_command', prompt: notice('failed', FAILED) } }),
        make.user(notice('failed', FAILED)),
      ],
    ],
  ])('[L3] [L4] that failed is told once, and its call has failed: %s', (_, told) => {
    const make = new ClaudeCodeRecords();
    const thread = read([...started(make), ...told(make), make.assistant('m3', text('It failed.'))]);
    expect(outline(thread)).toEqual([
      '@human: Test it.',
      expect.stringMatching(/^> Bash failed: Command running in background with ID: b1/),
      '= It runs.',
      `background task: ${FAILED}`,
      '= It failed.',
    ]);
  });

  it.each([
    ['completed', 'Background command "npm test" completed (exit code 0)', 'done'],
    ['killed', 'Background command "npm test" was stopped', 'interrupted'],
    ['running', 'Background command "npm test" goes on', 'done'],
    ['completed', 'Background command "npm test" failed with exit code 2', 'failed'],
  ])('[L3] that is %s: %s', (status, summary, outcome) => {
    const make = new ClaudeCodeRecords();
    const [, call] = outline(read([...started(make), make.user(notice(status, summary))]));
    expect(call).toContain(`> Bash ${outcome}`);
  });

  it.each([
    { task: { task_id: 'b1', task_type: 'local_bash', status: 'failed', exitCode: 1, output: 'no' } },
    { shellId: 'b1', command: 'npm test', status: 'failed', exitCode: 1, stdout: 'no' },
  ])('[L3] that failed as another call was told: %j', (toolUseResult) => {
    const make = new ClaudeCodeRecords();
    const asked = [make.assistant('m3', toolUse('t2', 'TaskOutput')), make.result('t2', 'no', { toolUseResult })];
    const [, first, , second] = outline(read([...started(make), ...asked]));
    expect([first, second].map((line) => line?.split(':')[0])).toEqual(['> Bash failed', '> TaskOutput done']);
  });

  const ends = (more: string, status = 'failed'): string =>
    `<task-notification>\n${more}<status>${status}</status>\n<summary>${FAILED}</summary>\n</task-notification>`;

  it.each([
    ['names the call', 'Running.', {}, ends('<task-id>b1</task-id>\n<tool-use-id>t1</tool-use-id>\n')],
    ['names the call and no task', 'Running.', {}, ends('<tool-use-id>t1</tool-use-id>\n')],
    [
      'names a task of the result’s words',
      'Command running in background with ID: b1',
      {},
      ends('<task-id>b1</task-id>'),
    ],
    [
      '… that a person sent there',
      'Command was manually backgrounded by user with ID: b1.',
      {},
      ends('<task-id>b1</task-id>'),
    ],
    [
      '… of an agent',
      'Async agent launched successfully.\nagentId: b1 (internal ID)',
      {},
      ends('<agent-id>b1</agent-id>'),
    ],
    ['… of another kind', 'Workflow launched in background. Task ID: b1', {}, ends('<task-id>b1</task-id>')],
    [
      '… with a path behind it',
      [text('Command running in background with ID: b1. Output: /tmp/b1')],
      {},
      ends('<task-id>b1</task-id>'),
    ],
    [
      'comes second in its text',
      'Running.',
      {},
      ends('<task-id>x</task-id>', 'completed') + ends('<tool-use-id>t1</tool-use-id>'),
    ],
  ] as const)('[issue 11, files 3] [L3] that failed, as a notification tells that %s', (_, words, more, told) => {
    const make = new ClaudeCodeRecords();
    const call = make.assistant('m1', toolUse('t1', 'Bash', { command: 'npm test' }));
    const thread = read([make.user('Test it.'), call, make.result('t1', words, more), make.user(told)]);
    expect(outline(thread)[1]).toMatch(/^> Bash failed: /);
  });

  it('[issue 11, files 3] [L3] a notification that comes before the result, or before the call', () => {
    const make = new ClaudeCodeRecords();
    const call = make.assistant('m1', toolUse('t1', 'Bash', { command: 'npm test' }));
    const result = make.result('t1', 'Command running in background with ID: b1');
    const seen = [ends('<tool-use-id>t1</tool-use-id>'), ends('<task-id>b1</task-id>')].flatMap((words) => {
      const note = make.user(words);
      return [
        [call, note, result],
        [note, call, result],
        [note, result, call],
      ].map((lines) => outline(read(lines)));
    });
    for (const lines of seen) expect(lines).toContain('> Bash failed: Command running in background with ID: b1');
  });

  it('[issue 11, files 3] [L3] a call that failed is not done because what it began is', () => {
    const make = new ClaudeCodeRecords();
    const failed = [{ type: 'tool_result', tool_use_id: 't1', content: 'No such file.', is_error: true }];
    const lines = [make.assistant('m1', toolUse('t1')), make.user(failed)];
    expect(outline(read([...lines, make.user(ends('<tool-use-id>t1</tool-use-id>', 'completed'))]))[0]).toBe(
      '> Bash failed: No such file.',
    );
  });

  it('[L4] of an agent: its whole result is shown', () => {
    const make = new ClaudeCodeRecords();
    const long = 'The warp is sound. '.repeat(700).trim();
    const thread = read([
      make.user('Look.'),
      make.assistant('m1', toolUse('t1', 'Agent', { prompt: 'Look', run_in_background: true })),
      make.result('t1', 'Async agent launched', {
        toolUseResult: { isAsync: true, status: 'async_launched', agentId: 'b1' },
      }),
      make.user(notice('completed', 'Agent "Look" completed', `<result>${long}</result>`)),
    ]);
    expect(outline(thread).at(-1)).toBe(`background task: Agent "Look" completed\n\n${long}`);
  });

  it('[L3] whose call is in no file changes nothing but what is said', () => {
    const make = new ClaudeCodeRecords();
    expect(outline(read([make.user('Hello.'), make.user(notice('failed', FAILED))]))).toEqual([
      '@human: Hello.',
      `background task: ${FAILED}`,
    ]);
  });
});

it('[L1] what came after a compaction stands below it', () => {
  const make = new ClaudeCodeRecords();
  const thread = read([
    make.user('Weave.'),
    make.assistant('m1', toolUse('t1')),
    make.result('t1', 'one'),
    make.record('system', { subtype: 'compact_boundary', parentUuid: null }),
    make.user('This session is being continued from a previous conversation. So far: one.', { isCompactSummary: true }),
    make.assistant('m2', toolUse('t2')),
    make.result('t2', 'two'),
  ]);
  expect(outline(thread).map((line) => line.slice(0, 14))).toEqual([
    '@human: Weave.',
    '> Bash done: o',
    '# This session',
    '> Bash done: t',
  ]);
});

describe('a history that is written again under other uuids', () => {
  function history(make: ClaudeCodeRecords): string[] {
    return [
      make.user('Weave.', { parentUuid: null }),
      make.assistant('m1', thinking('Which thread?')),
      make.assistant('m1', text('Red.'), toolUse('t1')),
      make.result('t1', 'woven'),
      make.assistant('m2', text('Done.')),
      ...make.turn('Again.', 'm3', 'Done again.'),
    ];
  }
  const seen = [
    '@human: Weave.',
    '~ Which thread?',
    '. Red.',
    '> Bash done: woven',
    '= Done.',
    '@human: Again.',
    '= Done again.',
  ];

  it('[L1] is shown once, and what is new after it', () => {
    const make = new ClaudeCodeRecords();
    const lines = [...history(make), ...history(make), ...make.turn('Now blue.', 'm4', 'Blue.')];
    expect(outline(read(lines))).toEqual([...seen, '@human: Now blue.', '= Blue.']);
  });

  it('[L4] and every repeated record is hidden by a rule, and counted as the file has it', () => {
    const make = new ClaudeCodeRecords();
    const { account, counts } = read([...history(make), ...history(make)]);
    expect(counts).toMatchObject({ toolCalls: 1, thinking: 2 });
    expect(Object.fromEntries(account.hidden.entries())).toEqual({
      'repeated-history': 2,
      'repeated-record': 4,
      'repeated-result': 1,
    });
  });

  it('the same words said again are said again; from the start, they take the place of all that was said', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...history(make),
      ...make.turn('Again.', 'm5', 'Thrice.'),
      ...make.turn('Weave.', 'm6', 'Anew.', { parentUuid: null }),
      make.user('Weave.', { parentUuid: null }),
    ];
    expect(outline(read(lines.slice(0, -3)))).toEqual([...seen, '@human: Again.', '= Thrice.']);
    expect(outline(read(lines.slice(0, -1)))).toEqual(['@human: Weave.', '= Anew.']);
    expect(outline(read(lines))).toEqual(['@human: Weave.']);
  });

  it('[L1] a text that grows from line to line is one text', () => {
    const make = new ClaudeCodeRecords();
    const lines = ['Red', 'Red and', 'Red and blue.'].map((words) => make.assistant('m1', text(words)));
    expect(outline(read([make.user('Which?'), ...lines]))).toEqual(['@human: Which?', '= Red and blue.']);
  });
});

describe('a title', () => {
  const titleOf = (...lines: string[]): string | undefined => read(lines).title;

  it('is not the summary of another session', () => {
    const make = new ClaudeCodeRecords();
    const other = JSON.stringify({ type: 'summary', summary: 'Something else', leafUuid: 'elsewhere' });
    expect(titleOf(other, make.user('Weave a border.'))).toBe('Weave a border.');
    const own = JSON.stringify({ type: 'summary', summary: 'A border', leafUuid: 'u2' });
    expect(titleOf(own, other, make.user('Weave a border.'))).toBe('A border');
  });

  it('is the words of a prompt that begins with an image', () => {
    const make = new ClaudeCodeRecords();
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
    expect(titleOf(make.user([image, text('Weave this.')]))).toBe('Weave this.');
  });

  it('goes on where the first line only announces', () => {
    const make = new ClaudeCodeRecords();
    expect(titleOf(make.user('Implement the following plan:\n\n# A red border\n\nFirst …'))).toBe(
      'Implement the following plan: A red border',
    );
  });
});

describe('[L4] no words are lost', () => {
  const said = (content: unknown): readonly string[] => outline(read([new ClaudeCodeRecords().user(content)]));

  it.each([
    'Why does <command-name>/clear</command-name> do nothing?',
    'See <bash-input>ls</bash-input> above.',
    '<command-name>/weave</command-name> is what I typed, and it broke.',
  ])('a person writes about commands: %s', (words) => {
    expect(said(words)).toEqual([`@human: ${words}`]);
  });

  it('a command is a command, in whatever order its tags stand', () => {
    const tags = ['<command-message>weave</command-message>', '<command-name>/weave</command-name>'];
    expect(said(`${tags.join('\n')}\n<command-args>red</command-args>`)).toEqual(['@human: /weave red']);
    expect(said(tags.toReversed().join(''))).toEqual(['@human: /weave']);
  });

  it('words after what the program added', () => {
    expect(said('<local-command-stdout>ok</local-command-stdout>\nNow weave.')).toEqual(['@human: Now weave.']);
    expect(said('[Request interrupted by user]\nNot red!')).toEqual(['! cancelled: Stopped.', '@human: Not red!']);
    expect(said([text('[Request interrupted by user for tool use]'), text('Blue!')])).toEqual([
      '! cancelled: Stopped.',
      '@human: Blue!',
    ]);
  });

  it.each([
    [
      { status: 529, error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      '529 Overloaded',
    ],
    [{ status: 500, error: { type: 'error', error: { type: 'api_error' } } }, '500 api_error'],
    [{ message: '529 {"type":"error"}', status: 529 }, '529 {"type":"error"}'],
    [{ status: 529 }, '529'],
    [{ cause: { code: 'ConnectionRefused' } }, 'ConnectionRefused'],
    [{}, 'The provider failed.'],
  ])('a failure of the provider is told as the file has it: %j', (error, words) => {
    const make = new ClaudeCodeRecords();
    const failed = make.record('system', { subtype: 'api_error', error, retryAttempt: 1, maxRetries: 10 });
    expect(outline(read([make.user('Weave.'), failed]))).toEqual(['@human: Weave.', `x ${words} (attempt 1 of 10)`]);
  });
});

it.each([{ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }], null])(
  '[attack 4] a patch line that is no text, %j, is left out, and the session is read',
  (wrong) => {
    const make = new ClaudeCodeRecords();
    const structuredPatch = [{ oldStart: 1, newStart: 1, lines: ['-a', wrong, '+b'] }];
    const thread = read([
      make.user('Weave.'),
      make.assistant('m1', toolUse('t1', 'Edit', { file_path: '/a' })),
      make.result('t1', 'Edited.', { toolUseResult: { filePath: '/a', structuredPatch } }),
      make.assistant('m2', text('Woven.')),
    ]);
    expect(outline(thread).at(-1)).toBe('= Woven.');
    expect(JSON.stringify(thread.events)).toContain('"lines":["-a","+b"]');
  },
);

describe('[issue 11] the folder', () => {
  const record = (type: string, more: object) =>
    JSON.stringify({ type, uuid: JSON.stringify(more), sessionId: 's', timestamp: '2026-02-02T02:40:00Z', ...more });
  const asks = record('user', { message: { role: 'user', content: 'Fix it' } });
  const says = record('assistant', {
    cwd: '/home/ada/loom',
    message: { id: 'm', role: 'assistant', content: 'Done.' },
  });

  it('is that of the first record that names one', () => {
    const { state } = readTranscript(`${asks}\n${says}\n`);
    expect(state.workspace).toBe('/home/ada/loom');
    expect(state.anomalies.count).toBe(0);
  });

  it('a file that names none is read all the same, and a growing one does not wait for ever', () => {
    expect(readTranscript(`${asks}\n`).state.messageCount).toBe(1);
    const tail = tailTranscript();
    for (let n = 0; n < 20; n += 1)
      tail.push(Buffer.from(`${record('user', { n, message: { role: 'user', content: `line ${n}` } })}\n`));
    expect(tail.state.messageCount).toBe(20);
  });
});

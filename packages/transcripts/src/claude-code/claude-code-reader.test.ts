import { timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, thinking } from '../../test/claude-code-records.ts';
import { readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { aboutThread, readTranscript, tailTranscript } from '../index.ts';

const everyday = readFixture('claude-code/everyday.jsonl');

function eventsOf<T extends LedgerEvent['type']>(type: T): Extract<LedgerEvent, { type: T }>[] {
  return everyday.events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
}

/** One record of a session, with only what the test is about. */
function record(type: string, uuid: string, fields: object): string {
  return JSON.stringify({ type, uuid, sessionId: 's', timestamp: '2026-01-01T00:00:00.000Z', ...fields });
}

function said(uuid: string, id: string, ...content: object[]): string {
  return record('assistant', uuid, { message: { id, role: 'assistant', model: 'm', content } });
}

function result(uuid: string, id: string, content: unknown, more: object = {}): string {
  return record('user', uuid, {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ...more,
  });
}

const call = (id: string, name = 'Bash'): object => ({ type: 'tool_use', id, name, input: {} });

it('shows a day at the loom, and counts what the file holds', () => {
  expect(outline(everyday)).toEqual(expectedOutline('claude-code/everyday'));
  expect(everyday.title).toBe('Weaving the border');
  expect(everyday.counts).toMatchObject({
    toolCalls: 7,
    answered: 6,
    unanswered: 1,
    orphanResults: 1,
    resultBeforeCall: 1,
    nonContiguousMessageIds: 1,
    mixedResultText: 1,
    errors: 2,
    rejected: 1,
    images: 1,
    compactSummaries: 1,
    versions: ['2.1.50'],
  });
});

it('[L4] hides each record by a rule with a name, and keeps the unknown as it is', () => {
  expect(everyday.counts['hidden']).toEqual({
    'attachment:todo_reminder': 1,
    'file-history-snapshot': 1,
    'hook-feedback': 1,
    'local-command-output': 1,
    'progress:bash_progress': 1,
    'queue-operation:enqueue': 1,
    'repeated-record': 1,
    'system:turn_duration': 1,
    'unknown:future-thing': 1,
  });
  const unknown = eventsOf('source.record').find(({ rule }) => rule === 'unknown:future-thing');
  expect(JSON.parse(unknown?.raw ?? '')).toMatchObject({
    type: 'future-thing',
    payload: { deep: [1, 2, { three: 3 }] },
  });
});

describe('a response', () => {
  it('is one step, over many lines and with others between, and its tokens count once', () => {
    expect(eventsOf('agent.step.started').length).toBe(8);
    expect(eventsOf('agent.step.completed')[0]).toMatchObject({
      step: 1,
      finish_reason: 'tool_calls',
      usage: { input_tokens: 4, output_tokens: 55, cache_read_tokens: 900, cache_write_tokens: 10 },
    });
  });

  it('[issue 13] has the usage of its last record, wherever that is: those before tell it as it was then', () => {
    const line = (uuid: string, output: number, block: object): string =>
      record('assistant', uuid, {
        message: { id: 'm1', role: 'assistant', model: 'm', content: [block], usage: { output_tokens: output } },
      });
    const lines = [
      line('a', 1, { type: 'text', text: 'Looking.' }),
      line('b', 8, call('t1')),
      result('c', 't1', 'ok'),
      line('d', 500, call('t2')),
      result('e', 't2', 'ok'),
    ];
    const { events } = readTranscript(lines.join('\n'));
    const outputs = events.flatMap((event) =>
      event.type === 'agent.step.completed' ? [event.usage?.output_tokens] : [],
    );
    expect(outputs).toEqual([500]);
  });

  it('told again as a growing snapshot is told once', () => {
    const text = { type: 'text', text: 'Looking.' };
    const lines = [
      said('a', 'm1', text),
      said('b', 'm1', text, call('t1')),
      said('c', 'm1', call('t1')),
      result('d', 't1', 'ok'),
    ];
    const read = readTranscript(lines.join('\n'));
    expect(outline(read)).toEqual(['. Looking.', '> Bash done: ok']);
  });

  it('that is the program’s own error is a failed answer', () => {
    const error = record('assistant', 'a', {
      isApiErrorMessage: true,
      message: { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529' }] },
    });
    expect(outline(readTranscript(error))).toEqual(['= API Error: 529 (failed)']);
  });

  it('[issue 11, files 7] [L3] no model has said what the program says itself, and the next answer is its model’s again', () => {
    const said = (uuid: string, model: string): string =>
      record('assistant', uuid, { message: { id: uuid, model, content: [{ type: 'text', text: `By ${uuid}` }] } });
    const asked = (uuid: string): string => record('user', uuid, { message: { role: 'user', content: uuid } });
    const lines = [said('a', 'm-1'), asked('b'), said('c', '<synthetic>'), asked('d'), said('e', 'm-1')];
    const thread = readTranscript(lines.join('\n'));
    const answers = [...timeline(thread).items].filter((item) => item.kind === 'answer');
    expect(answers.map(({ model }) => model)).toEqual(['m-1', undefined, 'm-1']);
    expect(aboutThread(thread).models).toEqual(['m-1']);
  });

  it('keeps the signature of its thoughts for whoever made it', () => {
    expect(eventsOf('agent.part.completed')[0]?.blob).toEqual({
      provider: 'anthropic',
      api: 'messages',
      model: 'claude-sonnet-4-5',
      data: { type: 'thinking', thinking: 'The border is in two files.', signature: 'c2ln' },
    });
  });
});

describe('a result', () => {
  it('[L3] that says false, zero or nothing is a result', () => {
    const lines = [said('a', 'm', call('t1'), call('t2')), result('b', 't1', ''), result('c', 't2', '0')];
    expect(outline(readTranscript(lines.join('\n')))).toEqual(['> Bash done', '> Bash done: 0']);
  });

  it('[L3] a word like "error" in its text makes no failure, and the flag does', () => {
    const failed = record('user', 'c', {
      message: { content: [{ type: 'tool_result', tool_use_id: 't2', content: 'fine', is_error: true }] },
    });
    const lines = [said('a', 'm', call('t1'), call('t2')), result('b', 't1', 'Error: nothing failed'), failed];
    expect(outline(readTranscript(lines.join('\n')))).toEqual([
      '> Bash done: Error: nothing failed',
      '> Bash failed: fine',
    ]);
  });

  it('told twice counts once, and the second is accounted for', () => {
    const lines = [said('a', 'm', call('t1')), result('b', 't1', 'one'), result('c', 't1', 'two')];
    const read = readTranscript(lines.join('\n'));
    expect(outline(read)).toEqual(['> Bash done: one']);
    expect(read.counts['hidden']).toEqual({ 'other-result': 1 });
  });

  it('never holds the bytes of a picture twice', () => {
    const completed = eventsOf('agent.tool.completed').find(({ call: id }) => id === 't4');
    expect(JSON.stringify(completed?.structured)).not.toContain('iVBOR');
    expect(JSON.stringify(completed?.parts)).toContain('iVBOR');
  });

  it('a file that was written anew is all added', () => {
    const written = {
      type: 'create',
      filePath: '/a.txt',
      content: 'one\ntwo\n',
      structuredPatch: [],
      originalFile: null,
    };
    const lines = [said('a', 'm', call('t1', 'Write')), result('b', 't1', 'ok', { toolUseResult: written })];
    expect(outline(readTranscript(lines.join('\n')))).toEqual([
      '> Write done: ok (diff {"path":"/a.txt","hunks":[{"old_start":1,"new_start":1,"lines":["+one","+two"]}]})',
    ]);
  });

  it('an interrupted command is interrupted', () => {
    const lines = [
      said('a', 'm', call('t1')),
      result('b', 't1', 'half', { toolUseResult: { stdout: 'half', stderr: '', interrupted: true } }),
    ];
    expect(outline(readTranscript(lines.join('\n')))[0]).toMatch(/^> Bash interrupted: half/);
  });
});

describe('a question', () => {
  it('is a request while nobody has answered, and its answers are data', () => {
    const [asked] = eventsOf('request.opened');
    expect(asked).toMatchObject({
      request: 't6',
      kind: 'question',
      call: 't6',
      questions: [{ question: 'Which colours?', multiple: true }],
    });
    expect(eventsOf('request.resolved')[0]).toMatchObject({
      request: 't6',
      decision: 'answered',
      answers: [{ question: 'Which colours?', values: ['Indigo', 'Weld'] }],
    });
  });

  it('with quotes and commas in its answer is answered by what was typed', () => {
    const ask = {
      type: 'tool_use',
      id: 't1',
      name: 'AskUserQuestion',
      input: { questions: [{ question: 'Q?', options: [{ label: 'A' }] }] },
    };
    const typed = 'A "big", odd=thing';
    const answered = { questions: [{ question: 'Q?', options: [{ label: 'A' }] }], answers: { 'Q?': typed } };
    const tail = tailTranscript();
    tail.push(Buffer.from(`${said('a', 'm', ask)}\n`));
    expect(outline(tail)).toContain('request: Q?');
    tail.push(Buffer.from(`${result('b', 't1', 'prose', { toolUseResult: answered })}\n`));
    expect(tail.events.find((event) => event.type === 'request.resolved')).toMatchObject({
      answers: [{ question: 'Q?', values: [], text: typed }],
    });
  });

  it.each([
    [
      'with a comma in a label',
      { answers: { 'Q?': 'Dark mode, Yes, always' } },
      { values: ['Dark mode', 'Yes, always'] },
    ],
    ['in prose alone', 'x', { values: ['Dark mode', 'Yes, always'] }],
    [
      'with words beside an option',
      { answers: { 'Q?': 'Dark mode, but later' } },
      { values: ['Dark mode'], text: 'but later' },
    ],
  ])('is answered %s', (_name, toolUseResult, answer) => {
    const options = [{ label: 'Dark mode' }, { label: 'Yes, always' }];
    const input = { questions: [{ question: 'Q?', multiSelect: true, options }] };
    const prose = 'User has answered your questions: "Q?"="Dark mode, Yes, always". You can now continue.';
    const lines = [
      said('a', 'm', { ...call('t1', 'AskUserQuestion'), input }),
      result('b', 't1', prose, { toolUseResult }),
    ];
    const { events } = readTranscript(Buffer.from(lines.join('\n')));
    expect(events.find((event) => event.type === 'request.resolved')).toMatchObject({
      decision: 'answered',
      answers: [{ question: 'Q?', ...answer }],
    });
  });

  it('is withdrawn where nobody answered', () => {
    const input = { questions: [{ question: 'Q?', options: [{ label: 'A' }] }] };
    const lines = [
      said('a', 'm', { ...call('t1', 'AskUserQuestion'), input }),
      result('b', 't1', 'Tool use rejected.'),
    ];
    const { events } = readTranscript(Buffer.from(lines.join('\n')));
    expect(events.find((event) => event.type === 'request.resolved')).toMatchObject({ decision: 'withdrawn' });
  });
});

it('an image that a result holds as text is an image', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
  const lines = [said('a', 'm', call('t1', 'Read')), result('b', 't1', JSON.stringify([image]))];
  expect(outline(readTranscript(Buffer.from(lines.join('\n'))))).toEqual(['> Read done: [image]']);
});

it('an inline sidechain stands under the call that started it', () => {
  expect(outline(readFixture('claude-code/sidechain.jsonl'))).toEqual(expectedOutline('claude-code/sidechain'));
});

it('everything but the damage survives in a damaged file', () => {
  const read = readFixture('claude-code/damaged.jsonl');
  expect(outline(read)).toEqual(expectedOutline('claude-code/damaged'));
  expect(Array.from(read.account.malformed, ({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 a comment',
    '6 cut off',
    '8 cut off',
  ]);
  expect(read.counts).toMatchObject({ malformedLines: 3, concatenatedLines: 1, records: 6 });
});

describe('[L1] what came later is not drawn above', () => {
  const inOrder = (lines: readonly string[], words: readonly string[]): void => {
    const thread = readTranscript(lines.join('\n'));
    expect(thread.state.anomalies.count).toBe(0);
    const drawn = outline(thread).join('\n');
    const places = words.map((word) => drawn.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  };

  it('a thought between two texts of one response', () => {
    const make = new ClaudeCodeRecords();
    const blocks = [text('I look.'), thinking('Hm.'), text('Woven.')];
    const lines = [make.user('Weave.'), ...blocks.map((block) => make.assistant('m1', block))];
    inOrder(lines, ['Weave.', 'I look.', 'Hm.', 'Woven.']);
    inOrder([make.user('Weave.'), make.assistant('m2', ...blocks)], ['Weave.', 'I look.', 'Hm.', 'Woven.']);
  });
});

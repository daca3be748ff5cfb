import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { Format, ReadTranscript } from '../index.ts';

function read(name: string): ReadTranscript {
  const { bytes, path } = fixture(name);
  return readTranscript(bytes, { path });
}

const BREWED = [
  '@human: Brew the ale ✽',
  '~ Malt?',
  '. Mashing.',
  '> mash done: sweet|[image]',
  '> boil failed: burnt',
  '@human: and cool it',
  '? orphan',
  '> cool lost',
];

describe('Anthropic’s messages', () => {
  it.each(['anthropic/messages.json', 'anthropic/request.json', 'anthropic/lines.jsonl'])('%s', (name) => {
    expect(outline(read(name))).toEqual(BREWED);
    expect(read(name).counts).toMatchObject({ toolCalls: 3, answered: 2, unanswered: 1, orphanResults: 1, errors: 1 });
  });

  it('keep the thoughts’ signature for their maker', () => {
    expect(read('anthropic/messages.json').events.find((event) => event.type === 'agent.part.completed')).toMatchObject(
      {
        kind: 'reasoning',
        blob: { provider: 'anthropic', api: 'messages', data: { signature: 's' } },
      },
    );
  });

  it('a tool that the provider ran has its result in the response', () => {
    const content = [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ale' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'Found.' },
    ];
    const text = JSON.stringify([
      { role: 'user', content: 'Search.' },
      { role: 'assistant', content },
    ]);
    const found = readTranscript(text);
    expect(outline(found)).toEqual(['@human: Search.', '> web_search done', '= Found.']);
    expect(found.counts).toMatchObject({ toolCalls: 0 });
  });

  it.each([
    ['web_search', { type: 'web_search_tool_result_error', error_code: 'unavailable' }, 'failed', 'unavailable'],
    ['web_fetch', { type: 'web_fetch_tool_result_error', error_code: 'url_not_accessible' }, 'failed', 'url_not_acce'],
    ['code_execution', { type: 'code_execution_tool_result_error' }, 'failed', 'It failed.'],
    [
      'text_editor_code_execution',
      { type: 'text_editor_code_execution_tool_result_error', error_code: 'file_not_found', error_message: 'Not here' },
      'failed',
      'file_not_found: Not here',
    ],
    ['bash_code_execution', { stdout: '', stderr: 'boom', return_code: 1 }, 'failed', 'exit code 1'],
    ['bash_code_execution', { stdout: 'ok', stderr: 'warned', return_code: 0 }, 'done', undefined],
    ['web_search', [{ type: 'web_search_result', url: 'https://a.example', title: 'A' }], 'done', undefined],
  ])('[attack 16.1] a tool that the provider ran says itself how it ended: %s %j', (name, given, outcome, words) => {
    const content = [
      { type: 'server_tool_use', id: 's1', name, input: {} },
      { type: `${name}_tool_result`, tool_use_id: 's1', content: given },
      { type: 'text', text: 'So.' },
    ];
    const list = JSON.stringify([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content },
    ]);
    const line = { type: 'assistant', uuid: 'u1', sessionId: 's', message: { id: 'm1', role: 'assistant', content } };
    for (const [text, format] of [[list, 'anthropic'] as const, [JSON.stringify(line), 'claude-code'] as const]) {
      const ended = readTranscript(text, { format }).events.filter((event) => event.type === 'agent.tool.completed');
      expect(ended).toMatchObject([{ outcome }]);
      expect(ended[0]?.error?.message ?? '').toContain(words ?? '');
      expect(ended[0]?.error === undefined).toBe(outcome === 'done');
    }
  });
});

describe('OpenAI’s messages', () => {
  it.each(['openai/chat.json', 'openai/lines.jsonl'])('of Chat Completions, with an id used again: %s', (name) => {
    expect(outline(read(name))).toEqual(expectedOutline('openai/chat'));
    expect(read(name).counts).toMatchObject({
      toolCalls: 5,
      answered: 4,
      unanswered: 1,
      orphanResults: 1,
      hidden: { 'system-message': 1 },
    });
  });

  it('and items of Responses', () => {
    expect(outline(read('openai/responses.json'))).toEqual(expectedOutline('openai/responses'));
    expect(read('openai/responses.json').counts['hidden']).toEqual({ 'unknown:response_item/novelty': 1 });
  });

  it('a call’s arguments stay as the model wrote them', () => {
    const called = read('openai/chat.json').events.filter((event) => event.type === 'agent.tool.called');
    expect(called.map((event) => event.arguments)).toEqual(['{"kg":5}', '', '{}', '{}', '{}']);
  });
});

it('messages in one form for several agents', () => {
  const unified = read('unified/messages.json');
  expect(outline(unified)).toEqual(expectedOutline('unified/messages'));
  // A result is beside a reminder in one message: the reminder is hidden, the result is not.
  expect(unified.counts).toMatchObject({ answered: 2, orphanResults: 1, hidden: { injected: 1 } });
});

it('messages in one form: what the program put there itself is hidden, a slash command is what a person typed', () => {
  const messages = [
    { id: '1', role: 'user', tool: 'claude', content: 'Warmup' },
    { id: '2', role: 'user', tool: 'claude', content: [{ type: 'text', text: 'Invalid API key · Please run /login' }] },
    { id: '3', role: 'user', tool: 'claude', content: [{ type: 'slash_command', command: '/hem', args: 'twice' }] },
    { id: '4', role: 'system', tool: 'claude', content: 'You weave.' },
    { id: '5', role: 'loom', tool: 'claude', content: 'clack' },
    { id: '6', role: 'user', tool: 'claude', content: '<system-reminder>It is late.</system-reminder> Hem it.' },
  ];
  const read = readTranscript(JSON.stringify(messages), { format: 'unified' });
  expect(outline(read)).toEqual(['@human: /hem twice', '@human: Hem it.']);
  expect(read.counts['hidden']).toEqual({ injected: 2, 'system-message': 1, 'unknown:loom': 1 });
});

it('the contract’s messages', () => {
  expect(outline(read('contract/messages.json'))).toEqual(expectedOutline('contract/messages'));
  expect(read('contract/messages.json').counts).toMatchObject({
    messages: 8,
    toolCalls: 2,
    answered: 2,
    orphanResults: 1,
    errors: 1,
  });
  expect(read('contract/messages.json').state.source).toEqual({ format: 'contract' });
});

it('a stored chat', () => {
  expect(outline(read('chat/messages.json'))).toEqual(expectedOutline('chat/messages'));
  expect(read('chat/messages.json').counts).toMatchObject({ toolCalls: 3, answered: 2, unanswered: 1, errors: 1 });
});

describe('UI messages of the AI SDK', () => {
  it('with steps, sources, and a call that was denied', () => {
    expect(outline(read('ai-sdk/messages.json'))).toEqual(expectedOutline('ai-sdk/messages'));
    expect(read('ai-sdk/messages.json').counts['hidden']).toEqual({ empty: 1, 'system-message': 1 });
  });

  it('and those of the fourth major, where words after a result are another step', () => {
    expect(outline(read('ai-sdk/fourth-major.json'))).toEqual(expectedOutline('ai-sdk/fourth-major'));
  });

  it('`0`, `false` and `""` are results', () => {
    const parts = [0, false, '', null].map((output, index) => ({
      type: 'tool-t',
      toolCallId: `c${index}`,
      state: 'output-available',
      input: {},
      output,
    }));
    const text = JSON.stringify([{ id: '1', role: 'assistant', parts }]);
    expect(outline(readTranscript(text))).toEqual(['> t done: 0', '> t done: false', '> t done', '> t done: null']);
  });

  const tool = (id: string, rest: object): object => ({ type: 'tool-t', toolCallId: id, input: {}, ...rest });
  const given = (output: unknown, rest: object = {}): object => ({ state: 'output-available', output, ...rest });
  const turn = (...parts: object[]): readonly string[] =>
    outline(readTranscript(JSON.stringify([{ id: '1', role: 'assistant', parts }]), { format: 'ai-sdk' }));

  it.each([
    ['so far', 'so far'],
    [{ content: [{ type: 'text', text: 'bad' }], isError: true }, 'bad'],
  ])('[attack 16.2] a result that is not the last one is no end of its call: %j', (output, words) => {
    expect(turn(tool('a', given(output, { preliminary: true })))).toEqual([`> t interrupted: ${words}`]);
    expect(turn(tool('a', given('all', { preliminary: false })))).toEqual(['> t done: all']);
  });

  const STEP = { type: 'step-start' };
  const said = (text: string): object => ({ type: 'text', text, state: 'done' });
  it.each([
    [
      [STEP, tool('a', given('r')), said('So.')],
      ['> t done: r', '= So.'],
    ],
    [
      [STEP, tool('a', given('r', { providerExecuted: true })), said('So.')],
      ['> t done: r', '= So.'],
    ],
    [
      [tool('a', given('r')), said('So.')],
      ['> t done: r', '= So.'],
    ],
    [
      [STEP, said('Look.'), tool('a', given('r')), said('And.'), tool('b', given('s')), said('So.')],
      ['. Look.', '> t done: r', '. And.', '> t done: s', '= So.'],
    ],
    // Words beside a call of an earlier step are not the last word.
    [
      [STEP, tool('a', given('r')), said('Wait.'), STEP, said('So.')],
      ['> t done: r', '. Wait.', '= So.'],
    ],
  ])('[attack 16.4] words after the last result of the last step are the answer: %j', (parts, shown) => {
    expect(turn(...parts)).toEqual(shown);
  });
});

it.each([
  [['A whole answer.', 'And a second one.'], 'A whole answer.\n\nAnd a second one.'],
  [['He said “no.”', 'And went.', '## Then'], 'He said “no.”\n\nAnd went.\n\n## Then'],
  // Pieces of one sentence: providers cut a text where a source is cited.
  [
    ['One piece, ', 'a cited one', '. The end.', ' Really.\n', 'Yes.'],
    'One piece, a cited one. The end. Really.\nYes.',
  ],
  [['see a.', 'example or 1.', '5'], 'see a.example or 1.5'],
])('[attack 16.5] sentences that the AI SDK keeps in parts of their own are not run together: %j', (texts, shown) => {
  const parts = texts.map((text) => ({ type: 'text', text }));
  expect(outline(readTranscript(JSON.stringify([{ id: '1', role: 'assistant', parts }])))).toEqual([`= ${shown}`]);
});

describe('[attack 16.3] messages for a model, as the AI SDK keeps them', () => {
  const call = (id: string, name: string, rest: object = { input: { q: 1 } }): object => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    ...rest,
  });
  const result = (id: string, output: object): object => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 't',
    output,
  });
  const list = (...messages: object[]): ReadTranscript =>
    readTranscript(JSON.stringify([{ role: 'user', content: 'Go.' }, ...messages]));

  it.each([
    [{ type: 'text', value: 'words' }, 'done: words'],
    [{ type: 'json', value: { n: 1 } }, 'done: {"n":1}'],
    [{ type: 'error-text', value: 'broke' }, 'failed: broke'],
    [{ type: 'error-json', value: { e: 1 } }, 'failed: {"e":1}'],
    [{ type: 'execution-denied', reason: 'not now' }, 'denied: not now'],
    [{ type: 'execution-denied' }, 'denied: Denied.'],
    [
      {
        type: 'content',
        value: [
          { type: 'text', text: 'seen' },
          { type: 'media', data: 'AAAA', mediaType: 'image/png' },
          { type: 'file-url', url: 'https://a.example/a.pdf' },
        ],
      },
      'done: seen|[image]|[file]',
    ],
    [{ type: 'tomorrow', value: 1 }, 'done: {"type":"tomorrow","value":1}'],
  ])('a result %j is %s', (output, shown) => {
    const asked = { role: 'assistant', content: [{ type: 'text', text: 'Look.' }, call('a', 't')] };
    const read = list(asked, { role: 'tool', content: [result('a', output)] }, { role: 'assistant', content: 'So.' });
    expect(read.format).toBe('ai-sdk');
    expect(outline(read)).toEqual(['@human: Go.', '. Look.', `> t ${shown}`, '= So.']);
    expect(read.counts).toMatchObject({ toolCalls: 1, answered: 1, messages: 4 });
  });

  it('a tool of the provider, thoughts, files, a call without a result, and one that a person denied', () => {
    const content = [
      { type: 'reasoning', text: 'Hm.' },
      call('p', 'search', { input: {}, providerExecuted: true }),
      result('p', { type: 'error-json', value: 'off' }),
      call('c', 'write'),
      { type: 'tool-approval-request', approvalId: 'z', toolCallId: 'c' },
      call('d', 'late'),
    ];
    const answered = { type: 'tool-approval-response', approvalId: 'z', approved: false, reason: 'not today' };
    const image = { type: 'image', image: 'AAAA', mediaType: 'image/png' };
    const file = { type: 'file', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' };
    const read = list(
      { role: 'system', content: 'Be good.' },
      { role: 'user', content: [{ type: 'text', text: 'See.' }, image, file] },
      { role: 'assistant', content },
      { role: 'tool', content: [answered] },
    );
    expect(outline(read)).toEqual([
      '@human: Go.',
      '@human: See.|[image]|[file a.pdf]',
      '~ Hm.',
      '> search failed: off',
      '> write denied: not today',
      '> late lost',
    ]);
    expect(read.counts['hidden']).toEqual({ 'system-message': 1 });
  });

  it('the fourth major has args and result', () => {
    const answered = { type: 'tool-result', toolCallId: 'a', toolName: 't', result: 'bad', isError: true };
    const read = list(
      { role: 'assistant', content: [call('a', 't', { args: { q: 1 } })] },
      { role: 'tool', content: [answered] },
    );
    expect(outline(read)).toEqual(['@human: Go.', '> t failed: bad']);
    expect(read.events.find((event) => event.type === 'agent.tool.called')).toMatchObject({ arguments: '{"q":1}' });
  });
});

describe('Cline’s tasks', () => {
  it('as the model was told, with calls in the text', () => {
    expect(outline(read('cline/api-history.json'))).toEqual(expectedOutline('cline/api-history'));
    const [, written] = read('cline/api-history.json').events.filter((event) => event.type === 'agent.tool.called');
    expect(JSON.parse(written?.arguments ?? '')).toEqual({
      path: 'saw.txt',
      content: '<path>not a parameter</path>\nsharp',
    });
  });

  it('as the screen showed them', () => {
    const shown = read('cline/ui-messages.json');
    expect(outline(shown)).toEqual(expectedOutline('cline/ui-messages'));
    expect(shown.counts['hidden']).toEqual({ partial: 1, 'say:checkpoint_created': 1, 'unknown:say:hologram': 1 });
  });
});

it.each<[Format, unknown]>([
  [
    'openai',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ],
  ],
  [
    'openai',
    [
      { role: 'developer', content: 'a' },
      { role: 'user', content: 'b' },
    ],
  ],
  ['anthropic', [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '' }] }]],
  [
    'anthropic',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'text', text: 'b', citations: [{ cited_text: 'c' }] }] },
    ],
  ],
  ['unified', [{ id: '1', role: 'user', content: 'a', tool: 'codex' }]],
  ['contract', [{ id: '1', role: 'user', content: 'a', timestamp: '2026-01-01T00:00:00Z' }]],
  ['chat', [{ id: '1', role: 'user', content: 'a', createdAt: '2026-01-01T00:00:00Z' }]],
  ['ai-sdk', [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'a' }] }]],
])('a list is known as %s by what it holds: %j', (format, list) => {
  expect(readTranscript(JSON.stringify(list)).format).toBe(format);
});

import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { chatProblems } from '../../../test/chat-problems.ts';
import { assistant, call, GO, image, PNG, result, signedBy, text, TOOLS, user } from '../../../test/messages/parts.ts';
import type { EncodeNote } from '../../wire/encode/encode-request.ts';
import { encode } from './encode.ts';
import type { ChatRequest } from './encode.ts';

function messagesOf(messages: readonly CompletionMessage[], more: Partial<ChatRequest> = {}): readonly unknown[] {
  const body = encode({ model: 'gpt-5', messages, tools: [], ...more });
  expect(chatProblems(body, more.compat)).toEqual([]);
  return body.messages;
}

const ran = (...parts: CompletionPart[]): CompletionMessage[] => [GO, assistant(...parts), user(result('a'))];

test('a turn with calls: words and calls in one message, each result in its own, then what was said', () => {
  expect(
    messagesOf(
      [
        user(text('Go.')),
        assistant(text('Two at once.'), call('a', '{"n": 1}'), call('b')),
        user(result('a'), result('b'), text('And?')),
      ],
      { system: 'Be brief.' },
    ),
  ).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Go.' },
    {
      role: 'assistant',
      content: 'Two at once.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'save', arguments: '{"n": 1}' } },
        { id: 'b', type: 'function', function: { name: 'save', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
    { role: 'tool', tool_call_id: 'b', content: 'ok' },
    { role: 'user', content: 'And?' },
  ]);
});

test('the body: tools, limit, usage asked for, and the caller’s own fields', () => {
  const request = {
    model: 'gpt-5',
    messages: [GO],
    tools: TOOLS,
    maxTokens: 9,
    options: { temperature: 0, tool_choice: 'auto' },
  };
  expect(encode(request)).toEqual({
    model: 'gpt-5',
    messages: [{ role: 'user', content: 'Go.' }],
    tools: [
      {
        type: 'function',
        function: { name: 'save', description: 'Saves.', parameters: { type: 'object', properties: {} } },
      },
    ],
    tool_choice: 'auto',
    temperature: 0,
    max_completion_tokens: 9,
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(encode({ ...request, compat: 'mistral' })).toMatchObject({ max_tokens: 9 });
  expect(encode({ ...request, compat: 'mistral' })).not.toHaveProperty('stream_options');
});

test('options cannot replace what the encoder writes, and without tools nothing is said about them', () => {
  const options = { model: 'other', messages: [], stream: false, tool_choice: 'required', parallel_tool_calls: false };
  const body = encode({ model: 'gpt-5', messages: [GO], tools: [], options });
  expect(body).toMatchObject({ model: 'gpt-5', stream: true, messages: [{ role: 'user' }] });
  expect(chatProblems(body)).toEqual([]);
});

test('[bug 56] content is null only beside calls; words that are blank are no content', () => {
  const [, asked] = messagesOf(ran(text(' \n'), call('a')));
  expect(asked).toMatchObject({ content: null });
  expect(messagesOf(ran(call('a')), { compat: 'deepseek' })[1]).toMatchObject({ content: '' });
  expect(messagesOf([GO, assistant(text(' ')), user(text('?'))])).toEqual([
    { role: 'user', content: 'Go.' },
    { role: 'user', content: '?' },
  ]);
});

test('[bug 57] arguments that are no object become one: the model’s own bytes where they are one', () => {
  const sent = (args: string): unknown => {
    const [, asked] = messagesOf(ran(call('a', args)));
    return (asked as { tool_calls: { function: { arguments: string } }[] }).tool_calls[0]?.function.arguments;
  };
  expect(['', '{ "b":1.0 }', '[1]', '"s"', '{"cut":', '{"x":"\\ud800"}'].map(sent)).toEqual([
    '{}',
    '{ "b":1.0 }',
    '{"input":[1]}',
    '{"input":"s"}',
    '{"input":"{\\"cut\\":"}',
    '{"x":"\ufffd"}',
  ]);
  expect(sent('['.repeat(100_000))).toHaveLength(100_000 + '{"input":""}'.length);
});

test('[bug 16] [bug 58] an id too long or with odd signs is changed the same way on the call and on its result', () => {
  for (const id of ['x'.repeat(69), 'call/with:odd signs', 'call_|fc_123']) {
    const [, asked, answer] = messagesOf([GO, assistant(call(id)), user(result(id))]);
    const [sent] = (asked as { tool_calls: { id: string }[] }).tool_calls;
    expect(answer).toMatchObject({ tool_call_id: sent!.id });
    expect(sent!.id).not.toBe(id);
  }
  expect(messagesOf([GO, assistant(call('toolu_01')), user(result('toolu_01'))])[1]).toMatchObject({
    tool_calls: [{ id: 'toolu_01' }],
  });
});

test('an error is told in words, once', () => {
  const failed = (words: string): unknown =>
    (
      messagesOf([GO, assistant(call('a')), user(result('a', [{ type: 'text', text: words }], true))])[2] as {
        content: string;
      }
    ).content;
  expect([failed('no such file'), failed('Error: no such file')]).toEqual([
    'Error: no such file',
    'Error: no such file',
  ]);
});

test('[bug 37] an empty result is a result', () => {
  expect(messagesOf([GO, assistant(call('a')), user(result('a', []))])[2]).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: '',
  });
});

test('[bug 63] images of results follow all of them, before what was said; the result says that there was one', () => {
  const shown: CompletionPart = result('a', [{ type: 'text', text: 'drawn' }, image()]);
  expect(messagesOf([GO, assistant(call('a'), call('b')), user(shown, result('b'), text('Nice.'))]).slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'drawn\n[image: image/png]' },
    { role: 'tool', tool_call_id: 'b', content: 'ok' },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        { type: 'text', text: 'Nice.' },
      ],
    },
  ]);
});

test('[bug 63] an image with an empty text beside it is an image', () => {
  expect(messagesOf([user(text(''), { type: 'content', content: image() })])).toEqual([
    { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }] },
  ]);
});

test('files: documents and sound as what they are, text as text, anything else named', () => {
  const file = (type: string, data: string, name = 'f'): CompletionPart => {
    return { type: 'content', content: { type: 'file', media_type: type, name, source: { kind: 'base64', data } } };
  };
  const hello = Buffer.from('hello').toString('base64');
  const parts = [
    file('application/pdf', 'JVBERi0x'),
    file('audio/wav', hello),
    file('text/plain', hello),
    file('application/zip', hello),
  ];
  expect(messagesOf([user(...parts)])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'file', file: { filename: 'f', file_data: 'data:application/pdf;base64,JVBERi0x' } },
        { type: 'input_audio', input_audio: { data: hello, format: 'wav' } },
        { type: 'text', text: 'f:\nhello\n\n[file: f]' },
      ],
    },
  ]);
  const stored: CompletionPart = {
    type: 'content',
    content: { type: 'image', media_type: 'image/png', name: 'plan.png', source: { kind: 'blob', hash: 'h', size: 1 } },
  };
  expect(messagesOf([user(stored)])).toEqual([{ role: 'user', content: '[image: plan.png]' }]);
  expect(messagesOf([user({ type: 'content', content: image() })], { compat: 'deepseek' })).toEqual([
    { role: 'user', content: '[image: image/png]' },
  ]);
});

test('[bug 63] half a character becomes a whole one, wherever it stands', () => {
  const half = 'a\ud800';
  const body = encode({
    model: 'gpt-5',
    system: half,
    messages: [
      user(text(half)),
      assistant(text(half), call(half, `{"x":"${half}"}`)),
      user(result(half, [{ type: 'text', text: half }])),
    ],
    tools: [{ name: half, description: half, parameters: { description: half } }],
  });
  expect(chatProblems(body)).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('ud800');
});

test('[bug 63] another’s reasoning and blocks stay away; one’s own goes back in the field it came in', () => {
  const target = { provider: 'openrouter', api: 'chat', model: 'm' };
  const own = (data: { field: string; details?: object[] }): CompletionPart => {
    return { type: 'reasoning', text: 'Hm.', ...signedBy(target)(JSON.parse(JSON.stringify(data))) };
  };
  const said = (part: CompletionPart, compat: ChatRequest['compat']): unknown =>
    messagesOf([GO, assistant(part, text('Yes.')), user(text('?'))], {
      model: 'm',
      provider: 'openrouter',
      compat: compat ?? 'openai',
    })[1];
  const plain = { role: 'assistant', content: 'Yes.' };
  expect(said(own({ field: 'reasoning_content' }), 'compatible')).toEqual({ ...plain, reasoning_content: 'Hm.' });
  expect(said(own({ field: 'reasoning', details: [{ type: 'reasoning.text', text: 'Hm.' }] }), 'compatible')).toEqual({
    ...plain,
    reasoning: 'Hm.',
    reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
  });
  expect(said(own({ field: 'reasoning_content' }), 'openai')).toEqual(plain);
  const foreign: CompletionPart = {
    type: 'reasoning',
    text: 'Hm.',
    ...signedBy({ ...target, model: 'other' })({ field: 'reasoning' }),
  };
  expect(said(foreign, 'compatible')).toEqual(plain);
  expect(said({ type: 'opaque', blob: { ...target, data: { field: 'reasoning' } } }, 'compatible')).toEqual(plain);
});

test('DeepSeek hears its reasoning again, and an empty one where there was none', () => {
  const target = { provider: 'deepseek', api: 'chat', model: 'gpt-5' };
  const own: CompletionPart = { type: 'reasoning', text: 'Hm.', ...signedBy(target)({ field: 'reasoning_content' }) };
  const deepseek = { compat: 'deepseek', provider: 'deepseek' } as const;
  expect(messagesOf(ran(own, call('a')), deepseek)[1]).toMatchObject({ reasoning_content: 'Hm.', content: '' });
  expect(messagesOf(ran(call('a')), deepseek)[1]).toMatchObject({ reasoning_content: '' });
});

test('Mistral: nine signs, names on results, the assistant between results and the user, and thoughts as content', () => {
  const target = { provider: 'mistral', api: 'chat', model: 'gpt-5' };
  const thought: CompletionPart = { type: 'reasoning', text: 'Hm.', ...signedBy(target)({ field: 'content' }) };
  const system = completionMessage('system', [text('And short.')], 'system');
  const notes: EncodeNote[] = [];
  const body = encode(
    {
      model: 'gpt-5',
      provider: 'mistral',
      compat: 'mistral',
      system: 'Be kind.',
      tools: [],
      messages: [
        GO,
        assistant(thought, text('So.'), call('toolu_01')),
        user(result('toolu_01'), text('And?')),
        system,
        assistant(text('Well.')),
      ],
    },
    (note) => notes.push(note),
  );
  expect(chatProblems(body, 'mistral')).toEqual([]);
  expect(notes).toEqual(['marker-between', 'marker-end']);
  expect(body.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
  expect(body.messages[0]).toEqual({ role: 'system', content: 'Be kind.\n\nAnd short.' });
  expect(body.messages[2]).toMatchObject({
    content: [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'So.' },
    ],
  });
  expect(body.messages[3]).toMatchObject({ name: 'save' });
  expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'Continue.' });
});

test('nothing to say yet: one marker, and the encoder says so', () => {
  const notes: EncodeNote[] = [];
  expect(encode({ model: 'm', messages: [], tools: [], system: 'S' }, (note) => notes.push(note)).messages).toEqual([
    { role: 'system', content: 'S' },
    { role: 'user', content: 'Continue.' },
  ]);
  expect(notes).toEqual(['marker-start']);
});

test('a refusal is its own field at the official service, and words elsewhere', () => {
  const refused: CompletionMessage[] = [GO, assistant({ type: 'refusal', text: 'No.' }), user(text('?'))];
  expect(messagesOf(refused)[1]).toEqual({ role: 'assistant', content: '', refusal: 'No.' });
  expect(messagesOf(refused, { compat: 'compatible' })[1]).toEqual({ role: 'assistant', content: 'No.' });
});

test('[bug 4] [seed 004] what another provider ran is a call with its result, and no call is left open', () => {
  const search: CompletionPart = { ...call('s', '{"q":"x"}'), name: 'web_search', runs: 'provider' };
  const found: CompletionPart = {
    ...result('s', [{ type: 'reference', name: 'Notes', uri: 'https://loom.example' }]),
    name: 'web_search',
    runs: 'provider',
  };
  const [, said, gave, answer] = messagesOf([
    GO,
    assistant(text('Looking.'), search, found, text('Found '), text('it.')),
    user(text('?')),
  ]);
  expect(said).toMatchObject({
    role: 'assistant',
    content: 'Looking.',
    tool_calls: [{ id: expect.stringMatching(/^ran_/), function: { name: 'web_search', arguments: '{"q":"x"}' } }],
  });
  expect(gave).toMatchObject({ role: 'tool', tool_call_id: expect.stringMatching(/^ran_/) });
  expect(JSON.stringify(gave)).toContain('[reference: Notes https://loom.example]');
  expect(answer).toEqual({ role: 'assistant', content: 'Found it.' });
});

test('[bug 11] [bug 13] [bug 17] a history out of order goes out in order', () => {
  messagesOf([assistant(call('a'), call('a')), user(result('a'), result('a'), result('ghost'))]);
  messagesOf([assistant(call('a')), assistant(call('b')), user(text('hm'))]);
  messagesOf([user(result('a')), assistant(call('')), user(text('x'), result(''))]);
});

import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { assistant, call, GO, image, PNG, result, signedBy, text, TOOLS, user } from '../../../test/messages/parts.ts';
import { responsesProblems } from '../../../test/responses-problems.ts';
import type { EncodeNote } from '../../wire/encode/encode-request.ts';
import { encode } from './encode.ts';

const TARGET = { provider: 'openai', api: 'responses', model: 'gpt-5.5' };
const own = signedBy(TARGET);
const thought = (at: number, encrypted: string | null = 'gAAA'): CompletionPart => {
  return {
    type: 'reasoning',
    text: '',
    ...own({ type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: encrypted }),
  };
};
const said = (words: string, data: Parameters<typeof own>[0], phase?: 'commentary' | 'answer'): CompletionPart => {
  return { type: 'text', text: words, ...(phase === undefined ? {} : { phase }), ...own(data) };
};

function inputOf(messages: readonly CompletionMessage[], model = 'gpt-5.5'): readonly unknown[] {
  const body = encode({ model, messages, tools: [] });
  expect(responsesProblems(body)).toEqual([]);
  return body.input;
}

test('a note stands apart from the words after it', () => {
  const drawn: CompletionPart = { type: 'content', content: image() };
  expect(inputOf([GO, assistant(text('So.'), drawn, text('There.'))]).slice(1)).toMatchObject([
    { content: [{ text: 'So.' }] },
    { content: [{ text: '[image: image/png]' }] },
    { content: [{ text: 'There.' }] },
  ]);
});

test('a whole turn goes back as it came: reasoning, commentary, call, and the answer to it', () => {
  const turn = assistant(
    thought(1),
    said('Looking.', { id: 'msg_1', phase: 'commentary' }, 'commentary'),
    call('call_1', '{"n": 1}', own({ id: 'fc_1' })),
  );
  expect(inputOf([GO, turn, user(result('call_1'), text('And?'))])).toEqual([
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Looking.' }],
      phase: 'commentary',
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'save', arguments: '{"n": 1}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
  ]);
});

test('the body: nothing is stored, encrypted reasoning is asked for where there is any, the caller’s fields stay', () => {
  const options = {
    reasoning: { effort: 'low' },
    include: ['file_search_call.results'],
    tools: [{ type: 'web_search' }],
    tool_choice: 'auto',
    store: true,
    previous_response_id: 'resp_0',
    conversation: 'conv_0',
  };
  const request = { model: 'gpt-5.5', system: 'Be brief.', messages: [GO], tools: TOOLS, maxTokens: 99, options };
  expect(encode(request)).toEqual({
    model: 'gpt-5.5',
    instructions: 'Be brief.',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] }],
    tools: [
      {
        type: 'function',
        name: 'save',
        description: 'Saves.',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
      { type: 'web_search' },
    ],
    tool_choice: 'auto',
    reasoning: { effort: 'low' },
    max_output_tokens: 99,
    include: ['file_search_call.results', 'reasoning.encrypted_content'],
    store: false,
    stream: true,
  });
  expect(encode({ model: 'gpt-4.1', messages: [GO], tools: [] })).not.toHaveProperty('include');
});

test('[bug 22] [bug 60] nothing empty stands between reasoning and its call', () => {
  const types = inputOf([GO, assistant(thought(1), text(' \n'), call('a')), user(result('a'))]).map(
    (item) => (item as { type: string }).type,
  );
  expect(types).toEqual(['message', 'reasoning', 'function_call', 'function_call_output']);
});

test('[bug 31] [bug 37] [bug 64] reasoning that nothing follows stays away', () => {
  const stopped = [GO, assistant(thought(1)), user(text('Go on.'))];
  expect(inputOf(stopped)).toHaveLength(2);
  expect(inputOf([GO, assistant(thought(1), text(' ')), user(text('?'))])).toHaveLength(2);
  const twice = inputOf([GO, assistant(thought(1), thought(2), text('So.')), user(text('?'))]);
  expect(twice.map((item) => (item as { id?: string }).id)).toEqual([undefined, 'rs_2', undefined, undefined]);
});

test('[bug 64] reasoning that is not encrypted cannot go back, and no item bears an id that would ask for it', () => {
  for (const encrypted of ['', null]) {
    const turn = assistant(
      thought(1, encrypted),
      said('So.', { id: 'msg_after_1' }),
      call('a', '{}', own({ id: 'fc_after_1' })),
    );
    const input = inputOf([GO, turn, user(result('a'))]);
    expect(input.slice(1, 3)).toMatchObject([{ type: 'message' }, { type: 'function_call' }]);
    expect(JSON.stringify(input)).not.toContain('_after_1');
  }
});

test('[bug 64] in another epoch reasoning is gone, and with it the ids of what came after it', () => {
  const noted = { id: 'fc_after_1', type: 'function_call', after_reasoning: 'rs_1' };
  const [, kept] = inputOf([GO, assistant(call('a', '{}', own(noted))), user(result('a'))]);
  expect(kept).not.toHaveProperty('id');
  const mixed = assistant(thought(2), call('a', '{}', own(noted)));
  expect(JSON.stringify(inputOf([GO, mixed, user(result('a'))]))).not.toContain('fc_after_1');
  const whole = assistant(thought(1), call('a', '{}', own(noted)));
  expect(JSON.stringify(inputOf([GO, whole, user(result('a'))]))).toContain('fc_after_1');
});

test('a summary that the blob lacks is the text that was shown', () => {
  const bare: CompletionPart = {
    type: 'reasoning',
    text: '**Weighing**',
    ...own({ type: 'reasoning', id: 'rs_1', encrypted_content: 'g' }),
  };
  expect(inputOf([GO, assistant(bare, text('So.')), user(text('?'))])[1]).toEqual({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: '**Weighing**' }],
    encrypted_content: 'g',
  });
});

test('[bug 63] nothing of it goes to another model, provider or api', () => {
  const turn = assistant(
    thought(1),
    said('Looking.', { id: 'msg_1' }, 'commentary'),
    call('call_1', '{}', own({ id: 'fc_1' })),
  );
  const plain = [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
    { type: 'function_call', call_id: 'call_1', name: 'save', arguments: '{}' },
  ];
  expect(inputOf([GO, turn, user(result('call_1'))], 'gpt-6').slice(1, 3)).toEqual(plain);
  const azure = encode({
    model: 'gpt-5.5',
    provider: 'azure',
    messages: [GO, turn, user(result('call_1'))],
    tools: [],
  });
  expect(azure.input.slice(1, 3)).toEqual(plain);
});

test('texts of one message stay one message; texts of others’ follow each other as one', () => {
  const split = assistant(said('One ', { id: 'msg_1' }), said('two.', { id: 'msg_1' }));
  expect(inputOf([GO, assistant(thought(1), ...split.parts), user(text('?'))])[2]).toMatchObject({
    id: 'msg_1',
    content: [
      { type: 'output_text', text: 'One ' },
      { type: 'output_text', text: 'two.' },
    ],
  });
  expect(inputOf([GO, assistant(text('Loom 9 '), text('needs Node 22'), text('.')), user(text('?'))])[1]).toMatchObject(
    {
      content: [{ type: 'output_text', text: 'Loom 9 needs Node 22.' }],
    },
  );
});

test('[bug 58] the service’s own 69 signs are too many for it: hashed, the same on both sides', () => {
  const id = `call_${'x'.repeat(64)}`;
  const [, asked, answer] = inputOf([GO, assistant(call(id)), user(result(id))]) as { call_id: string }[];
  expect(asked!.call_id).toBe(answer!.call_id);
  expect(asked!.call_id.length).toBeLessThanOrEqual(64);
});

test('[bug 57] arguments that are no object become one', () => {
  const sent = (args: string): unknown => inputOf([GO, assistant(call('a', args)), user(result('a'))])[1];
  expect(['', '[1]', '{"cut":', '{ "b":1.0 }'].map(sent)).toMatchObject([
    { arguments: '{}' },
    { arguments: '{"input":[1]}' },
    { arguments: '{"input":"{\\"cut\\":"}' },
    { arguments: '{ "b":1.0 }' },
  ]);
});

test('[bug 63] images and files stand in the output of the call; an error says so first', () => {
  const pdf = { type: 'file', media_type: 'application/pdf', source: { kind: 'base64', data: 'JVBERi0x' } } as const;
  const shown = (isError: boolean): unknown =>
    (
      inputOf([
        GO,
        assistant(call('a')),
        user(result('a', [image(), pdf, { type: 'text', text: 'drawn' }], isError)),
      ])[2] as { output: unknown }
    ).output;
  const pieces = [
    { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
    { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' },
    { type: 'input_text', text: 'drawn' },
  ];
  expect(shown(false)).toEqual(pieces);
  expect(shown(true)).toEqual([{ type: 'input_text', text: 'Error: ' }, ...pieces]);
});

test('[bug 37] an empty result is a result, and an error is told in words', () => {
  expect(inputOf([GO, assistant(call('a')), user(result('a', []))])[2]).toMatchObject({ output: '' });
  const failed = result('a', [{ type: 'text', text: 'gone' }], true);
  expect(inputOf([GO, assistant(call('a')), user(failed)])[2]).toMatchObject({ output: 'Error: gone' });
});

test('what the system says in the middle stays there, as the developer’s', () => {
  const system = completionMessage('system', [text('Now be brief.')], 'system');
  expect(inputOf([GO, assistant(text('Hi.')), system, user(text('?'))])[2]).toEqual({
    type: 'message',
    role: 'developer',
    content: [{ type: 'input_text', text: 'Now be brief.' }],
  });
});

test('nothing to say yet: one marker, and the encoder says so', () => {
  const notes: EncodeNote[] = [];
  const body = encode({ model: 'gpt-5.5', messages: [], tools: [] }, (note) => notes.push(note));
  expect(body.input).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'Continue.' }] }]);
  expect(notes).toEqual(['marker-start']);
});

test('a refusal stays a refusal; citations go back with their text', () => {
  const annotations = [
    { type: 'url_citation', url: 'https://loom.example', title: 'Loom', start_index: 0, end_index: 1 },
  ];
  const turn = assistant(thought(1), said('See.', { id: 'msg_1', annotations }), { type: 'refusal', text: 'No.' });
  expect(inputOf([GO, turn, user(text('?'))]).slice(2, 4)).toMatchObject([
    { content: [{ type: 'output_text', text: 'See.', annotations }] },
    { content: [{ type: 'refusal', refusal: 'No.' }] },
  ]);
});

test('[bug 13] [bug 64] an item that comes twice is sent once: the second time its turn goes plain', () => {
  const turn = assistant(thought(1), said('So.', { id: 'msg_1' }), call('a', '{}', own({ id: 'fc_1' })));
  const again = assistant(...turn.parts);
  const input = inputOf([GO, turn, user(result('a')), again, user(result('a'))]);
  expect(input.slice(5, 7)).toMatchObject([{ type: 'message', content: [{ text: 'So.' }] }, { type: 'function_call' }]);
  expect(JSON.stringify(input).match(/"(rs|msg|fc)_1"/g)).toHaveLength(3);
});

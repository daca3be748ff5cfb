import type { ContentPart } from '@toolthread/core';
import type { CompletionPart } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { blocks, body, MODEL, own, thinking } from '../../../test/messages/anthropic-body.ts';
import { assistant, call, GO, image, PNG, result, text, TOOLS, user } from '../../../test/messages/parts.ts';
import { encode } from './encode.ts';
import type { AnthropicBody } from './encode.ts';

test('[bug 45] [bug 57] arguments are always an object: none is empty, anything else stands under `input`', () => {
  const args = [
    '',
    '{}',
    '[1,2]',
    '"s"',
    'null',
    '{"cut":',
    '{"__proto__":{"x":1}}',
    `${'['.repeat(9000)}${']'.repeat(9000)}`,
  ];
  const sent = blocks(
    [
      GO,
      assistant(...args.map((json, index) => call(`c${index}`, json))),
      user(...args.map((_, index) => result(`c${index}`))),
    ],
    1,
  );
  expect((sent as { input: unknown }[]).map(({ input }) => JSON.stringify(input)).slice(0, 7)).toEqual([
    '{}',
    '{}',
    '{"input":[1,2]}',
    '{"input":"s"}',
    '{"input":null}',
    '{"input":"{\\"cut\\":"}',
    '{"__proto__":{"x":1}}',
  ]);
});

test('[bug 63] a result holds images and documents; one that failed holds words, and its images follow the results', () => {
  const pdf: ContentPart = {
    type: 'file',
    media_type: 'application/pdf',
    source: { kind: 'base64', data: 'JVBERi0=' },
    name: 'plan.pdf',
  };
  const sent = blocks(
    [
      GO,
      assistant(call('1'), call('2')),
      user(
        result('1', [{ type: 'text', text: 'See' }, image(), pdf]),
        result('2', [{ type: 'text', text: 'no' }, image()], true),
        text('Well?'),
      ),
    ],
    2,
  );
  expect(sent).toMatchObject([
    {
      type: 'tool_result',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
        { type: 'document', title: 'plan.pdf' },
      ],
    },
    { type: 'tool_result', content: 'no', is_error: true },
    { type: 'image' },
    { type: 'text', text: 'Well?' },
  ]);
});

test('[bug 37] an empty result is a result, an error without words gets some, and `0` is a result', () => {
  expect(
    blocks(
      [
        GO,
        assistant(call('1'), call('2'), call('3')),
        user(result('1', []), result('2', [], true), result('3', [{ type: 'text', text: '0' }])),
      ],
      2,
    ),
  ).toEqual([
    { type: 'tool_result', tool_use_id: '1' },
    { type: 'tool_result', tool_use_id: '2', content: 'The tool failed without a word.', is_error: true },
    { type: 'tool_result', tool_use_id: '3', content: '0' },
  ]);
});

test('what cannot be sent as it is becomes words; a wrong media type is put right', () => {
  const things: ContentPart[] = [
    { type: 'image', media_type: 'image/tiff', source: { kind: 'base64', data: 'AAAA' }, name: 'scan.tiff' },
    { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: 'sha256:1', size: 3 } },
    { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'no base64!' } },
    { type: 'image', media_type: 'image/png', source: { kind: 'url', url: 'https://files.example/a.png' } },
    { type: 'image', media_type: 'image/gif', source: { kind: 'url', url: `data:image/gif;base64,${PNG}` } },
    { type: 'file', media_type: 'text/csv', source: { kind: 'base64', data: 'YSxi' }, name: 'a.csv' },
    { type: 'reference', name: 'Order book', uri: 'https://orders.example' },
  ];
  expect(blocks([user(...things.map((content): CompletionPart => ({ type: 'content', content })))], 0)).toEqual([
    { type: 'text', text: '[image: scan.tiff]' },
    { type: 'text', text: '[image: image/png]' },
    { type: 'text', text: '[image: image/png]' },
    { type: 'image', source: { type: 'url', url: 'https://files.example/a.png' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' }, title: 'a.csv' },
    { type: 'text', text: '[reference: Order book https://orders.example]' },
  ]);
});

test('[L2] an address that the provider would not fetch, or could not read, is told and not sent', () => {
  const at = (url: string, media_type: string): CompletionPart => {
    return { type: 'content', content: { type: 'image', media_type, source: { kind: 'url', url } } };
  };
  const things = [
    at('http://files.example/a.png', 'image/png'),
    at('https://files.example/a.svg', 'image/svg+xml'),
    at('https://files.example/a', ''),
  ];
  expect(blocks([user(...things)], 0)).toEqual([
    { type: 'text', text: '[image: image/png http://files.example/a.png]' },
    { type: 'text', text: '[image: image/svg+xml https://files.example/a.svg]' },
    { type: 'image', source: { type: 'url', url: 'https://files.example/a' } },
  ]);
});

test('results in the words of the provider, such as search results, go back as they are, to it alone', () => {
  const content = [
    { type: 'search_result', source: 'https://a.example', title: 'A', content: [{ type: 'text', text: 'a' }] },
  ];
  const found: CompletionPart = { ...result('1', [{ type: 'text', text: 'a' }]), ...own({ content }) };
  const messages = [GO, assistant(call('1')), user(found)];
  expect(blocks(messages, 2)).toEqual([{ type: 'tool_result', tool_use_id: '1', content }]);
  expect(blocks(messages, 2, { model: 'other' })).toEqual([{ type: 'tool_result', tool_use_id: '1', content: 'a' }]);
});

test('[bug 63] half a character is replaced, in words, keys and arguments alike', () => {
  body(
    [
      user(text('a\ud800')),
      assistant(call('1', '{"\\ud800":"\\udc00"}')),
      user(result('1', [{ type: 'text', text: '\udfff' }])),
    ],
    { system: '\ud800' },
  );
});

test('[bug 10] at most four cache marks, the last ones, never on thinking, and not lost when turns are joined', () => {
  const marks = (sent: AnthropicBody): string[] =>
    [sent['system'] ?? [], ...sent.messages.map(({ content }) => content)]
      .flat()
      .flatMap((block) => (JSON.stringify(block).includes('cache_control') ? [JSON.stringify(block)] : []));
  const many = Array.from({ length: 6 }, (_, n) => [
    user(text(`q${n}`)),
    assistant(text(`a${n}`), thinking(`s${n}`)),
  ]).flat();
  const plain = encode({ model: MODEL, system: 'S', messages: [...many, GO], tools: [] });
  expect(marks(plain)).toHaveLength(3);
  const chosen = many.map((message) => ({ ...message, cacheControl: { type: 'ephemeral' as const } }));
  const all = encode({ model: MODEL, system: 'S', messages: [...chosen, GO], tools: [] });
  expect(marks(all)).toHaveLength(4);
  expect(marks(all).join()).not.toContain('signature');
  const joined = encode({
    model: MODEL,
    messages: [{ ...GO, cacheControl: { type: 'ephemeral' } }, assistant({ type: 'reasoning', text: '' }), GO],
    tools: [],
  });
  expect(marks(joined)).toHaveLength(1);
});

test('options are fields of the body in the words of the provider; tools that it runs come after ours', () => {
  const sent = body([GO], {
    maxTokens: 5,
    options: { temperature: 0, tools: [{ type: 'web_search_20260209', name: 'web_search' }], messages: 'mine' },
  });
  expect(sent).toMatchObject({
    temperature: 0,
    max_tokens: 5,
    tools: [{ name: 'save' }, { name: 'web_search' }],
    stream: true,
  });
  expect(sent.messages).toHaveLength(1);
});

test('a tool is declared once, by a legal name, with a schema that the provider takes', () => {
  const tools = [
    ...TOOLS,
    ...TOOLS,
    { name: 'a b', description: '', parameters: { anyOf: [{}], properties: {} } },
    { name: 'a/b', description: '', parameters: {} },
  ];
  const declared = body([GO], { tools })['tools'] as { name: string; input_schema: unknown }[];
  expect(declared).toHaveLength(3);
  expect(declared[1]?.input_schema).toEqual({ properties: {}, type: 'object' });
});

test('a picture that another model drew is shown to this one in the next turn of the user, after the results', () => {
  const drawn: CompletionPart = { type: 'content', content: image() };
  const messages = [
    GO,
    assistant(text('Here.'), drawn, call('1')),
    user(result('1'), text('Nice.')),
    assistant(text('Thanks.')),
    GO,
  ];
  const sent = body(messages).messages;
  expect(sent[1]?.content).toMatchObject([{ text: 'Here.' }, { text: '[image: image/png]' }, { type: 'tool_use' }]);
  expect(sent[2]?.content).toMatchObject([{ type: 'tool_result' }, { type: 'image' }, { text: 'Nice.' }]);
  expect(sent[4]?.content).toEqual([{ type: 'text', text: 'Go.' }]);
});

test('an image that is too large for the provider does not brick the thread: it becomes words', () => {
  const large = image(`iVBORw0KGgo${'A'.repeat(6 * 1024 * 1024 - 11)}`);
  expect(blocks([user({ type: 'content', content: large })], 0)).toEqual([
    { type: 'text', text: '[image: image/png]' },
  ]);
});

test('[bug 52] arguments with something after their end are not repaired: the model reads what it wrote', () => {
  expect(blocks([GO, assistant(call('1', '{"a":1}}')), user(result('1'))], 1)).toMatchObject([
    { input: { input: '{"a":1}}' } },
  ]);
});

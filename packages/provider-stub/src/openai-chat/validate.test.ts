import { testValidator } from '../../test/test-validator.ts';
import { validate } from './validate.ts';

const user = { role: 'user', content: 'hi' };
const callWith = (id: string, more: object = {}): object => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}', ...more },
});
const calls = (...ids: readonly string[]): object => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => callWith(id)),
});
const tool = (id: string, content: unknown = 'seen'): object => ({ role: 'tool', tool_call_id: id, content });
const body = (...messages: readonly object[]): object => ({ model: 'm', messages });
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const long = 'x'.repeat(41);

const taken: { readonly [what: string]: object } = {
  'a tool loop': body(user, calls('a', 'b'), tool('b'), tool('a'), { role: 'user', content: [image] }),
  'words beside calls': body(user, { ...calls('a'), content: 'I look' }, tool('a', [{ type: 'text', text: 'x' }])),
  'a refusal': body(user, { role: 'assistant', content: '', refusal: 'No.' }, user),
  'system messages anywhere': body({ role: 'system', content: 's' }, user, { role: 'developer', content: 'd' }),
  'usage asked for': { ...body(user), stream: true, stream_options: { include_usage: true } },
};

const refused: readonly (readonly [rule: string, words: RegExp, body: unknown])[] = [
  ['empty-array', /Invalid 'messages': empty array/, body()],
  ['model', /you must provide a model parameter/, { messages: [user] }],
  ['unknown-field', /Unknown parameter: 'foo'\./, { ...body(user), foo: 1 }],
  [
    'unknown-field',
    /Unknown parameter: 'messages\[1\]\.reasoning_content'/,
    body(user, { role: 'assistant', content: 'x', reasoning_content: 'y' }),
  ],
  ['surrogate', /could not parse the JSON body/, body({ role: 'user', content: 'a\udc00' })],
  ['value', /Invalid value: 'model'\. Supported values are/, body({ role: 'model', content: 'x' })],
  [
    'call-unanswered',
    /must be followed by tool messages responding to each 'tool_call_id'\..*response messages: b$/,
    body(user, calls('a', 'b'), tool('a'), user),
  ],
  ['call-unanswered', /did not have response messages: a/, body(user, calls('a'))],
  ['result-unasked', /must be a response to a preceeding message with 'tool_calls'/, body(user, tool('a'))],
  ['result-unasked', /must be a response/, body(user, calls('a'), tool('a'), tool('a'))],
  ['result-unasked', /must be a response/, body(user, calls('a'), tool('a'), user, tool('a'))],
  ['ids-unique', /Duplicate value for 'tool_call_id'/, body(user, calls('a'), tool('a'), calls('a'), tool('a'))],
  ['id', /maximum length 40, but got a string with length 41/, body(user, calls(long), tool(long))],
  ['id', /empty string/, body(user, calls(''), tool(''))],
  [
    'name',
    /does not match pattern/,
    body(user, { role: 'assistant', tool_calls: [callWith('a', { name: 'a b' })] }, tool('a')),
  ],
  [
    'name',
    /maximum length 64/,
    body(user, { role: 'assistant', tool_calls: [callWith('a', { name: 'n'.repeat(65) })] }, tool('a')),
  ],
  [
    'type',
    /arguments': expected a string/,
    body(user, { role: 'assistant', tool_calls: [callWith('a', { arguments: {} })] }, tool('a')),
  ],
  [
    'arguments',
    /not valid JSON/,
    body(user, { role: 'assistant', tool_calls: [callWith('a', { arguments: '' })] }, tool('a')),
  ],
  ['null-content', /expected a string, got null/, body(user, { role: 'assistant', content: null })],
  ['empty-array', /tool_calls': empty array/, body(user, { role: 'assistant', content: 'x', tool_calls: [] })],
  [
    'image-role',
    /Image URLs are only allowed for messages with role 'user', but this message with role 'tool'/,
    body(user, calls('a'), tool('a', [image])),
  ],
  [
    'image',
    /Expected a valid URL/,
    body({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'blob:x' } }] }),
  ],
  ['empty-array', /content': empty array/, body({ role: 'user', content: [] })],
  [
    'without-tools',
    /'parallel_tool_calls' is only allowed when 'tools' are specified/,
    { ...body(user), parallel_tool_calls: true },
  ],
  ['empty-array', /Invalid 'tools': empty array/, { ...body(user), tools: [] }],
  ['stream-options', /only allowed when 'stream' is enabled/, { ...body(user), stream_options: {} }],
  [
    'tool-schema',
    /schema must be a JSON Schema of 'type: "object"'/,
    { ...body(user), tools: [{ type: 'function', function: { name: 'a', parameters: {} } }] },
  ],
];

testValidator(validate, { taken, refused });

import { testValidator } from '../../test/test-validator.ts';
import { validate } from './validate.ts';

const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' };
const text = { type: 'text', text: 'words' };
const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }];
const user = (...content: readonly object[]): object => ({ role: 'user', content });
const assistant = (...content: readonly object[]): object => ({ role: 'assistant', content });
const body = (...messages: readonly object[]): object => ({ model: 'm', max_tokens: 100, tools, messages });
const marks = (count: number): object[] =>
  Array.from({ length: count }, () => ({ ...text, cache_control: { type: 'ephemeral' } }));

const taken: { readonly [what: string]: object } = {
  'a string': body({ role: 'user', content: 'hi' }),
  'a tool loop': body(user(text), assistant(thinking, text, call), user(result, text)),
  'two turns of one role': body(user(text), user(text), assistant(text), assistant(call), user(result), user(text)),
  'results in another order': body(
    user(text),
    assistant(call, { ...call, id: 'toolu_2' }),
    user({ ...result, tool_use_id: 'toolu_2' }, result),
  ),
  'an empty text that holds a place between signed thoughts': body(
    user(text),
    assistant(thinking, { type: 'text', text: '' }, thinking, call),
    user(result),
  ),
  'thinking between two calls': body(
    user(text),
    assistant(call, thinking, { ...call, id: 'b' }),
    user(result, { ...result, tool_use_id: 'b' }),
  ),
  'an error in words': body(user(text), assistant(call), user({ ...result, is_error: true })),
  'an image in a result': body(user(text), assistant(call), user({ ...result, content: [image] })),
  'a result without content': body(user(text), assistant(call), user({ type: 'tool_result', tool_use_id: 'toolu_1' })),
  'four breakpoints': body(user(...marks(4))),
  'a paused turn': body(
    user(text),
    assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
  ),
  'a system message in the conversation': body(
    user(text),
    assistant(text),
    { role: 'system', content: 'Be brief.' },
    user(text),
  ),
};

const refused: readonly (readonly [rule: string, words: RegExp, body: unknown])[] = [
  ['body', /valid dictionary/, []],
  ['messages', /at least one message is required/, body()],
  ['max-tokens', /max_tokens: Field required/, { model: 'm', messages: [user(text)] }],
  ['model', /model: Field required/, { max_tokens: 1, messages: [user(text)] }],
  ['unknown-field', /^foo: Extra inputs are not permitted/, { ...body(user(text)), foo: 1 }],
  ['unknown-field', /messages\.0\.content\.0\.text\.phase: Extra inputs/, body(user({ ...text, phase: 'answer' }))],
  [
    'unknown-field',
    /thinking\.cache_control/,
    body(user(text), assistant({ ...thinking, cache_control: {} }, call), user(result)),
  ],
  ['surrogate', /not valid JSON/, body(user({ type: 'text', text: 'a\ud800' }))],
  ['role', /role: Input should be 'user' or 'assistant'/, body({ role: 'tool', content: 'x' })],
  ['system-first', /top-level `system`/, body({ role: 'system', content: 'x' }, user(text))],
  ['empty-content', /all messages must have non-empty content/, body(user(text), assistant(), user(text))],
  ['empty-text', /text content blocks must be non-empty/, body(user({ type: 'text', text: '' }))],
  ['empty-text', /must contain non-whitespace text/, body(user({ type: 'text', text: ' \n' }))],
  ['empty-text', /non-empty/, body(user(text), assistant(thinking, { type: 'text', text: '' }, call), user(result))],
  ['block-type', /Input tag 'video' found using 'type'/, body(user({ type: 'video' }))],
  ['block-role', /`tool_use` blocks can only be in `assistant`/, body(user(call))],
  ['block-role', /`image` blocks can only be in `user`/, body(user(text), assistant(image), user(text))],
  [
    'id',
    /String should match pattern '\^\[a-zA-Z0-9_-\]\+\$'/,
    body(user(text), assistant({ ...call, id: 'a/b' }), user({ ...result, tool_use_id: 'a/b' })),
  ],
  [
    'id',
    /at most 64 characters/,
    body(user(text), assistant({ ...call, id: 'x'.repeat(65) }), user({ ...result, tool_use_id: 'x'.repeat(65) })),
  ],
  ['name', /tool_use\.name: String should match/, body(user(text), assistant({ ...call, name: 'a b' }), user(result))],
  [
    'input',
    /input: Input should be a valid dictionary/,
    body(user(text), assistant({ ...call, input: [1] }), user(result)),
  ],
  ['input', /valid dictionary/, body(user(text), assistant({ ...call, input: '{}' }), user(result))],
  [
    'ids-unique',
    /messages\.3\.content\.0: `tool_use` ids must be unique/,
    body(user(text), assistant(call), user(result), assistant(call), user(result)),
  ],
  [
    'call-unanswered',
    /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1\./,
    body(user(text), assistant(call), user(text)),
  ],
  ['call-unanswered', /ids were found without/, body(user(text), assistant(call), user(text, result))],
  [
    'call-unanswered',
    /ids were found without/,
    body(user(text), assistant(call), { role: 'system', content: 's' }, user(result)),
  ],
  ['after-call', /ids were found without/, body(user(text), assistant(call, text), user(result))],
  [
    'result-unasked',
    /messages\.0\.content\.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1\./,
    body(user(result)),
  ],
  [
    'result-twice',
    /each tool_use must have a single result\. Found multiple `tool_result` blocks with id: toolu_1/,
    body(user(text), assistant(call), user(result, result)),
  ],
  [
    'error-image',
    /all content must be type "text" if `is_error` is true/,
    body(user(text), assistant(call), user({ ...result, is_error: true, content: [image] })),
  ],
  [
    'result-content',
    /does not match any of the expected tags/,
    body(user(text), assistant(call), user({ ...result, content: [call] })),
  ],
  ['prefill', /must end with a user message/, body(user(text), assistant(text))],
  ['trailing-space', /trailing whitespace/, body(user(text), assistant({ ...text, text: 'words\n' }))],
  ['thinking-last', /messages\.1: The final block/, body(user(text), assistant(text, thinking), user(text))],
  [
    'thinking-signature',
    /thinking\.signature: Field required/,
    body(user(text), assistant({ type: 'thinking', thinking: 'x' }), user(text)),
  ],
  [
    'thinking-signature',
    /Invalid `signature` in `thinking` block/,
    body(user(text), assistant({ ...thinking, signature: '' }), user(text)),
  ],
  [
    'redacted-thinking',
    /Invalid `data` in `redacted_thinking`/,
    body(user(text), assistant({ type: 'redacted_thinking' }), user(text)),
  ],
  [
    'thinking-first',
    /Expected `thinking` or `redacted_thinking`, but found `text`/,
    {
      ...body(user(text), assistant(text, call), user(result)),
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    },
  ],
  [
    'thinking-budget',
    /`max_tokens` must be greater than/,
    { ...body(user(text)), thinking: { type: 'enabled', budget_tokens: 2000 } },
  ],
  ['breakpoints', /A maximum of 4 blocks with cache_control may be provided\. Found 5\./, body(user(...marks(5)))],
  [
    'media-type',
    /Input should be 'image\/jpeg'/,
    body(user({ type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'aaaa' } })),
  ],
  [
    'base64',
    /invalid or unsupported/,
    body(user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '?' } })),
  ],
  ['tools-missing', /must define tools/, { ...body(user(text), assistant(call), user(result)), tools: [] }],
  [
    'tool-name',
    /tools\.0\.custom\.name/,
    { ...body(user(text)), tools: [{ name: 'a b', input_schema: { type: 'object' } }] },
  ],
  ['tool-names-unique', /Tool names must be unique/, { ...body(user(text)), tools: [...tools, ...tools] }],
  ['tool-schema', /input_schema\.type/, { ...body(user(text)), tools: [{ name: 'a', input_schema: {} }] }],
  [
    'server-result-unasked',
    /unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_9/,
    body(
      user(text),
      assistant({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_9', content: [] }, text),
      user(text),
    ),
  ],
  [
    'server-call-unanswered',
    /was found without a corresponding `web_search_tool_result` block/,
    body(
      user(text),
      assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, text),
      user(text),
      assistant(text),
      user(text),
    ),
  ],
];

testValidator(validate, { taken, refused });

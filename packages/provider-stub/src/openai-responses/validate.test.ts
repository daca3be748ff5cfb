import { testValidator } from '../../test/test-validator.ts';
import { validate } from './validate.ts';

const user = { role: 'user', content: [{ type: 'input_text', text: 'hi' }] };
const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c1', output: 'seen' };
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'words' }] };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
const body = (...input: readonly object[]): object => ({ model: 'm', store: false, input });
const long = 'x'.repeat(65);

const taken: { readonly [what: string]: object } = {
  'a string': { model: 'm', input: 'hi' },
  'a tool loop': body(user, reasoning, { ...call, id: 'fc_1' }, output, { ...said, phase: 'final_answer' }),
  'parallel calls, outputs in any order': body(
    user,
    call,
    { ...call, call_id: 'c2' },
    { ...output, call_id: 'c2' },
    output,
  ),
  'an image in an output': body(user, call, {
    ...output,
    output: [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }],
  }),
  'reasoning that leads to more reasoning': body(user, reasoning, { ...reasoning, id: 'rs_2' }, said),
  'what a hosted tool left': body(user, { type: 'web_search_call', id: 'ws_1', status: 'completed' }, said),
};

const refused: readonly (readonly [rule: string, words: RegExp, body: unknown])[] = [
  ['missing', /Missing required parameter: 'input'/, { model: 'm' }],
  ['empty-input', /must not be empty/, body()],
  ['unknown-field', /Unknown parameter: 'messages'/, { ...body(user), messages: [] }],
  ['surrogate', /could not parse the JSON body/, body({ role: 'user', content: '\ud800' })],
  ['call-unanswered', /No tool output found for function call c1\./, body(user, call, user)],
  ['result-unasked', /No tool call found for function call output with call_id c1\./, body(user, output)],
  ['result-unasked', /No tool call found/, body(user, call, output, output)],
  ['ids-unique', /Duplicate function call found with call_id c1/, body(user, call, output, call, output)],
  [
    'id',
    /call_id': string too long\. Expected a string with maximum length 64, but got a string with length 65/,
    body(user, { ...call, call_id: long }, { ...output, call_id: long }),
  ],
  ['item-id', /Expected an ID that begins with 'fc'/, body(user, { ...call, id: 'call_1' }, output)],
  ['item-twice', /Duplicate item found with id rs_1\./, body(user, reasoning, said, reasoning, said)],
  [
    'reasoning-alone',
    /Item 'rs_1' of type 'reasoning' was provided without its required following item\./,
    body(user, reasoning),
  ],
  ['reasoning-alone', /required following item/, body(user, reasoning, user)],
  [
    'reasoning-alone',
    /required following item/,
    body(user, reasoning, { role: 'assistant', content: '' }, call, output),
  ],
  [
    'not-stored',
    /Items are not persisted when `store` is set to false/,
    body(user, { ...reasoning, encrypted_content: null }, said),
  ],
  ['not-stored', /not found/, body(user, { type: 'item_reference', id: 'fc_1' })],
  [
    'value',
    /Invalid value: 'text'\. Supported values are: 'input_text'/,
    body({ role: 'user', content: [{ type: 'text', text: 'x' }] }),
  ],
  ['value', /'output_text'/, body(user, { ...said, content: [{ type: 'input_text', text: 'x' }] })],
  ['empty-array', /content': empty array/, body(user, { ...said, content: [] })],
  ['name', /name': string does not match pattern/, body(user, { ...call, name: 'a b' }, output)],
  ['arguments', /not valid JSON/, body(user, { ...call, arguments: '{"cut":' }, output)],
  ['max-tokens', /Expected a value >= 16, but got 5 instead/, { ...body(user), max_output_tokens: 5 }],
  ['unknown-field', /tools\[0\]\.function/, { ...body(user), tools: [{ type: 'function', name: 'a', function: {} }] }],
];

testValidator(validate, { taken, refused });

import { expect, test } from 'vitest';
import { testValidator } from '../../test/test-validator.ts';
import { validate } from './validate.ts';

const text = { text: 'words' };
const call = { functionCall: { id: 'a', name: 'look', args: {} }, thoughtSignature: 'c2ln' };
const bare = { functionCall: { id: 'b', name: 'save' } };
const response = { functionResponse: { id: 'a', name: 'look', response: { output: 'seen' } } };
const other = { functionResponse: { id: 'b', name: 'save', response: { error: 'no' } } };
const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
const user = (...parts: readonly object[]): object => ({ role: 'user', parts });
const model = (...parts: readonly object[]): object => ({ role: 'model', parts });
const body = (...contents: readonly object[]): object => ({ contents });
const shown = { functionResponse: { ...response.functionResponse, parts: [image] } };

const taken: { readonly [what: string]: object } = {
  words: body(user(text), model(text), user(text)),
  'parallel calls, the first signed': body(user(text), model(call, bare), user(response, other)),
  'words after the responses': body(user(text), model(call), user(response, text)),
  'words split off from the responses': body(user(text), model(call), user(response), user(text, image)),
  'calls of an older turn without a signature': body(user(text), model(bare), user(other), model(text), user(text)),
  'an empty text that carries a signature': body(user(text), model({ text: '', thoughtSignature: 'c2ln' }), user(text)),
  'foreign history, by the sentinel': body(
    user(text),
    model({ ...bare, thoughtSignature: 'skip_thought_signature_validator' }),
    user(other),
  ),
  'an image inside a response': body(user(text), model(call), user(shown)),
};

const refused: readonly (readonly [rule: string, words: RegExp, body: unknown])[] = [
  ['contents', /contents is not specified/, body()],
  ['unknown-field', /Unknown name "messages": Cannot find field/, { ...body(user(text)), messages: [] }],
  ['unknown-field', /Unknown name "blob" at 'contents\[0\]\.parts\[0\]'/, body(user({ ...text, blob: 1 }))],
  ['surrogate', /Invalid UTF-16/, body(user({ text: '\ud800' }))],
  ['role', /Please use a valid role: user, model\./, body({ role: 'assistant', parts: [text] })],
  ['parts', /contents\.parts must not be empty/, body(user())],
  ['part-data', /required oneof field 'data'/, body(user({ text: '' }))],
  ['part-data', /required oneof field 'data'/, body(user({ ...text, ...image }))],
  ['start', /function call turn comes immediately after a user turn/, body(model(call), user(response))],
  ['start', /start with a user role/, body(model(text), user(text))],
  ['end', /ends with a user role or a function response/, body(user(text), model(text))],
  ['alternate', /alternate between user and model/, body(user(text), user(text))],
  [
    'count',
    /number of function response parts is equal to the number of function call parts/,
    body(user(text), model(call, bare), user(response)),
  ],
  ['count', /number of function response parts/, body(user(text), model(call, bare), user(response), user(other))],
  ['call-unanswered', /number of function response parts/, body(user(text), model(call))],
  ['sibling-media', /number of function response parts/, body(user(text), model(call), user(response, image))],
  ['response-first', /number of function response parts/, body(user(text), model(call), user(text, response))],
  ['response-place', /function response turn comes immediately after a function call turn/, body(user(response))],
  [
    'response-name',
    /does not match function call name look/,
    body(user(text), model(call), user({ functionResponse: { id: 'a', name: 'x', response: {} } })),
  ],
  [
    'response-id',
    /does not match function call id a/,
    body(user(text), model(call), user({ functionResponse: { id: 'z', name: 'look', response: {} } })),
  ],
  ['response-id', /does not match/, body(user(text), model(call, bare), user(other, response))],
  [
    'ids-unique',
    /Duplicate function call id/,
    body(user(text), model(call), user(response), model(call), user(response)),
  ],
  [
    'struct',
    /function_response\.response' \(type\.googleapis\.com\/google\.protobuf\.Struct\)/,
    body(user(text), model(call), user({ functionResponse: { id: 'a', name: 'look', response: 'x' } })),
  ],
  [
    'struct',
    /function_call\.args/,
    body(user(text), model({ ...call, functionCall: { id: 'a', name: 'look', args: [1] } }), user(response)),
  ],
  ['name', /Invalid function name/, body(user(text), model({ ...call, functionCall: { name: '9' } }), user(response))],
  [
    'name',
    /Name cannot be empty/,
    body(user(text), model(call), user({ functionResponse: { id: 'a', response: {} } })),
  ],
  [
    'signature-missing',
    /missing a thought_signature in functionCall parts.*`default_api:save` , position 2\./,
    body(user(text), model(bare), user(other)),
  ],
  ['signature-missing', /position 4\./, body(user(text), model(call), user(response), model(bare), user(other, text))],
  [
    'signature-bytes',
    /Base64 decoding failed/,
    body(user(text), model({ ...text, thoughtSignature: '?' }), user(text)),
  ],
  ['part-role', /function response turn comes/, body(user(text), model(call), model(response), user(text))],
  ['base64', /Base64 decoding failed/, body(user({ inlineData: { mimeType: 'image/png', data: '?' } }))],
  [
    'tool-name',
    /Must start with a letter or an underscore/,
    { ...body(user(text)), tools: [{ functionDeclarations: [{ name: '9' }] }] },
  ],
  [
    'tool-names-unique',
    /Duplicate function declaration found: a/,
    { ...body(user(text)), tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'a' }] }] },
  ],
  ['system', /system_instruction\.parts/, { ...body(user(text)), systemInstruction: { parts: [] } }],
];

testValidator(validate, { taken, refused });

test('an older model wants no signatures, and takes no media inside a response', () => {
  const older = { model: 'gemini-2.5-pro' };
  expect(validate(body(user(text), model(bare), user(other)), older)).toEqual([]);
  expect(validate(body(user(text), model(call), user(shown)), older).map(({ rule }) => rule)).toEqual([
    'response-media',
  ]);
});

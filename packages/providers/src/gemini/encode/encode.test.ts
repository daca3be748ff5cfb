import type { ContentPart } from '@toolthread/core';
import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { validators } from '@toolthread/provider-stub';
import { expect, test } from 'vitest';
import { assistant, call, GO, image, PNG, result, signedBy, text, TOOLS, user } from '../../../test/messages/parts.ts';
import type { EncodeRequest } from '../../wire/encode/encode-request.ts';
import { encode } from './encode.ts';
import type { GeminiBody } from './encode.ts';

const MODEL = 'gemini-3-pro';
const own = signedBy({ provider: 'gemini', api: 'generateContent', model: MODEL });
const SENTINEL = 'skip_thought_signature_validator';

function body(messages: readonly CompletionMessage[], rest: Partial<EncodeRequest> = {}): GeminiBody {
  const request = { model: MODEL, messages, tools: TOOLS, ...rest };
  const encoded = encode(request);
  expect(validators.gemini(encoded, request)).toEqual([]);
  return encoded;
}

function parts(messages: readonly CompletionMessage[], at: number, rest: Partial<EncodeRequest> = {}): unknown {
  return body(messages, rest).contents[at]?.parts;
}

test('[bug 59] [bug 62] signatures go back on the very parts they came on: words, no words, calls, thoughts', () => {
  const messages = [
    GO,
    assistant(
      { type: 'reasoning', text: 'Hm', ...own({ thoughtSignature: 'dA==' }) },
      { type: 'text', text: 'Hi.', ...own({ thoughtSignature: 'eA==' }) },
      { type: 'text', text: '', ...own({ thoughtSignature: 'eQ==' }) },
      call('1', '{"a":1}', own({ thoughtSignature: 'eg==' })),
      call('2', ''),
    ),
    user(result('1'), result('2')),
  ];
  expect(parts(messages, 1)).toEqual([
    { text: 'Hm', thoughtSignature: 'dA==', thought: true },
    { text: 'Hi.', thoughtSignature: 'eA==' },
    { text: '', thoughtSignature: 'eQ==' },
    { functionCall: { id: '1', name: 'save', args: { a: 1 } }, thoughtSignature: 'eg==' },
    { functionCall: { id: '2', name: 'save', args: {} } },
  ]);
  expect(JSON.stringify(body(messages, { model: 'gemini-4' }))).not.toMatch(/d[A]==|e[A-Za-z]==/);
});

test('[bug 62] a call that this model did not sign says so on the first of its step, for models that ask', () => {
  const foreign = signedBy({ provider: 'anthropic', api: 'messages', model: MODEL });
  const messages = [
    GO,
    assistant(call('1', '{}', foreign({ thoughtSignature: 'eA==' })), call('2')),
    user(result('1'), result('2')),
  ];
  const signatures = (model: string): unknown[] =>
    body(messages, { model }).contents[1]?.parts.map((part) => part['thoughtSignature']) ?? [];
  expect(signatures(MODEL)).toEqual([SENTINEL, undefined]);
  expect(signatures('gemini-2.5-pro')).toEqual([undefined, undefined]);
});

test('[bug 31] [bug 63] foreign and unsigned thoughts are left out', () => {
  const secret: CompletionPart = { type: 'reasoning', text: 'secret' };
  expect(parts([GO, assistant(secret, text('Hi.')), GO], 1)).toEqual([{ text: 'Hi.' }]);
});

test('[bug 20] [bug 21] [bug 18] responses are as many as the calls, in their order and name, alone in their content', () => {
  const nameless: CompletionPart = { ...result('2', [{ type: 'text', text: 'two' }], true), name: '' };
  const sent = body([GO, assistant(call('1'), call('2')), user(result('1'), nameless, text('And this?'))]).contents;
  expect(sent.slice(2)).toEqual([
    {
      role: 'user',
      parts: [
        { functionResponse: { id: '1', name: 'save', response: { output: 'ok' } } },
        { functionResponse: { id: '2', name: 'save', response: { error: 'two' } } },
      ],
    },
    { role: 'user', parts: [{ text: 'And this?' }] },
  ]);
});

test('[bug 19] cancelled calls are answered together with the others', () => {
  const sent = body([GO, assistant(call('1'), call('2')), user(result('1'))]).contents;
  expect(sent[2]?.parts).toMatchObject([
    { functionResponse: { id: '1' } },
    { functionResponse: { id: '2', response: { error: 'No result was recorded for this call.' } } },
  ]);
});

test('[bug 21] [bug 63] media stand inside a response where the model takes them, else after the responses', () => {
  const messages = [
    GO,
    assistant(call('1'), call('2')),
    user(result('1', [{ type: 'text', text: 'See' }, image()]), result('2')),
  ];
  expect(parts(messages, 2)).toMatchObject([
    {
      functionResponse: { response: { output: 'See' }, parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] },
    },
    { functionResponse: { id: '2' } },
  ]);
  const old = body(messages, { model: 'gemini-2.5-pro' }).contents;
  expect(old[2]?.parts).toHaveLength(2);
  expect(old[3]).toEqual({ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] });
});

test('media that the provider does not read become words; its own pictures go back as pictures', () => {
  const things: ContentPart[] = [
    { type: 'image', media_type: 'image/gif', source: { kind: 'base64', data: 'R0lGOD==' }, name: 'a.gif' },
    { type: 'image', media_type: 'image/png', source: { kind: 'url', url: 'https://files.example/a.png' } },
    { type: 'file', media_type: 'audio/wav', source: { kind: 'base64', data: 'AAAA' } },
  ];
  expect(parts([user(...things.map((content): CompletionPart => ({ type: 'content', content })))], 0)).toEqual([
    { text: '[image: a.gif]' },
    { text: '[image: image/png https://files.example/a.png]' },
    { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
  ]);
  const drawn: CompletionPart = { type: 'content', content: image(), ...own({ thoughtSignature: 'eA==' }) };
  expect(parts([GO, assistant(drawn), GO], 1)).toEqual([
    { inlineData: { mimeType: 'image/png', data: PNG }, thoughtSignature: 'eA==' },
  ]);
});

test('[seed 004] what the provider ran goes back as it came, to it alone; others read it as a call', () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
  const output = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
  const ran: CompletionPart = {
    ...call('x', '{"code":"print(1)"}'),
    name: 'code_execution',
    runs: 'provider',
    ...own(code),
  };
  const gave: CompletionPart = {
    ...result('x', [{ type: 'text', text: '1' }]),
    name: 'code_execution',
    runs: 'provider',
  };
  const messages = [GO, assistant(ran, gave, { type: 'opaque', ...own(output) }, text('One.')), GO];
  expect(parts(messages, 1)).toEqual([code, output, { text: 'One.' }]);
  const others = { model: 'gemini-4' };
  expect(parts(messages, 1, others)).toMatchObject([
    { functionCall: { name: 'code_execution', args: { code: 'print(1)' } } },
  ]);
  expect(parts(messages, 2, others)).toMatchObject([{ functionResponse: { name: 'code_execution' } }]);
  expect(parts(messages, 3, others)).toEqual([{ text: 'One.' }]);
});

test('[bug 57] arguments are an object and a response is one, whatever they were', () => {
  const sent = parts([GO, assistant(call('1', '[1]'), call('2', '{"cut":')), user(result('1'), result('2'))], 1);
  expect(sent).toMatchObject([
    { functionCall: { args: { input: [1] } } },
    { functionCall: { args: { input: '{"cut":' } } },
  ]);
});

test('[bug 37] an empty result is a response with an empty output', () => {
  expect(parts([GO, assistant(call('1')), user(result('1', []))], 2)).toMatchObject([
    { functionResponse: { response: { output: '' } } },
  ]);
});

test('the system prompt, tools and limits stand where the provider wants them; options are in its own words', () => {
  const aside = completionMessage('system', [text('Be brief.')], 'system');
  const options = { tools: [{ googleSearch: {} }], generationConfig: { temperature: 0 }, safetySettings: [] };
  expect(body([aside, GO], { system: 'You are kind.', maxTokens: 9, options })).toEqual({
    safetySettings: [],
    systemInstruction: { parts: [{ text: 'You are kind.' }, { text: 'Be brief.' }] },
    tools: [
      { functionDeclarations: [{ name: 'save', description: 'Saves.', parametersJsonSchema: { type: 'object' } }] },
      { googleSearch: {} },
    ],
    generationConfig: { temperature: 0, maxOutputTokens: 9 },
    contents: [{ role: 'user', parts: [{ text: 'Go.' }] }],
  });
});

test('[bug 16] [bug 58] illegal ids and names become legal ones, the same on the call and on its response', () => {
  const odd: CompletionPart = { type: 'call', id: 'a b', name: '1 öl', arguments: '{}', runs: 'here' };
  const sent = body([GO, assistant(odd), user(result('a b'))]).contents;
  expect(JSON.stringify(sent)).toMatch(/"name":"_1__l_[0-9a-f]{8}"/);
});

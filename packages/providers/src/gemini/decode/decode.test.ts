import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUNTED, callsIn, decoded, expectContract, expectEveryCut } from '../../../test/decoded.ts';
import { finish, say } from '../../../test/frames/gemini-frames.ts';
import { decode } from './decode.ts';

const MODEL = 'gemini-3-pro';
const make = (): ReturnType<typeof decode> => decode({ model: MODEL });
const blob = (data: unknown): unknown => ({ provider: 'gemini', api: 'generateContent', model: MODEL, data });

const run = (...frames: object[]): ModelEvent[] => expectEveryCut(make, frames);

test('text and thoughts stream into parts of their own; the end says why, and what it cost', () => {
  expect(
    run(
      say({ text: 'Let me see.', thought: true }),
      say({ text: 'Hel' }),
      say({ text: 'lo' }),
      finish('STOP', { text: '.' }),
    ),
  ).toEqual([
    { type: 'reasoning.delta', part: 0, text: 'Let me see.' },
    { type: 'part', part: 0, kind: 'reasoning' },
    { type: 'text.delta', part: 1, text: 'Hel' },
    { type: 'text.delta', part: 1, text: 'lo' },
    { type: 'text.delta', part: 1, text: '.' },
    { type: 'part', part: 1, kind: 'text' },
    { type: 'end', reason: 'stop', usage: COUNTED },
  ]);
});

test('[bug 62] a signature belongs to its own part: on words, on no words, on the first of parallel calls', () => {
  const events = run(
    say({ text: 'Hel' }),
    say({ text: 'lo', thoughtSignature: 'eA==' }),
    say({ text: '', thoughtSignature: 'eQ==' }),
    finish(
      'STOP',
      { functionCall: { name: 'save', args: { a: 1 } }, thoughtSignature: 'eg==' },
      { functionCall: { name: 'save', args: { a: 2 } } },
    ),
  );
  expect(events.filter(({ type }) => type === 'part' || type === 'call')).toEqual([
    { type: 'part', part: 0, kind: 'text' },
    { type: 'part', part: 1, kind: 'text', blob: blob({ thoughtSignature: 'eA==' }) },
    { type: 'part', part: 2, kind: 'text', blob: blob({ thoughtSignature: 'eQ==' }) },
    {
      type: 'call',
      part: 3,
      name: 'save',
      arguments: '{"a":1}',
      runs: 'here',
      blob: blob({ thoughtSignature: 'eg==' }),
    },
    { type: 'call', part: 4, name: 'save', arguments: '{"a":2}', runs: 'here' },
  ]);
  expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
});

test('[bug 45] a call without arguments, signed or not, is a call', () => {
  const events = run(finish('STOP', { functionCall: { name: 'now' }, thoughtSignature: 'eA==' }));
  expect(events).toContainEqual({
    type: 'call',
    part: 0,
    name: 'now',
    arguments: '{}',
    runs: 'here',
    blob: blob({ thoughtSignature: 'eA==' }),
  });
});

test('[L3] arguments too deep to be kept are none that a tool takes: never an empty object in their place', () => {
  let deep: object = {};
  for (let level = 0; level < 5000; level += 1) deep = { deep };
  expect(callsIn(run(finish('STOP', { functionCall: { name: 'save', args: deep } })))).toEqual(['null']);
});

test('[bug 50] parallel calls of one tool without ids are told apart by their parts; an id that is given is kept', () => {
  const events = run(
    finish(
      'STOP',
      { functionCall: { name: 'f' } },
      { functionCall: { name: 'f', id: '' } },
      { functionCall: { name: 'f', id: 'g1' } },
    ),
  );
  expect(events.flatMap((event) => (event.type === 'call' ? [[event.part, event.providerId]] : []))).toEqual([
    [0, undefined],
    [1, undefined],
    [2, 'g1'],
  ]);
});

test('[bug 47] a stream that breaks off is an error worth another try, and no call was made', () => {
  for (const frames of [[], [say({ text: 'Hel' })], [say({ functionCall: { name: 'f', args: {} } })]]) {
    const events = decoded(make(), frames);
    expect(callsIn(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { code: 'incomplete_stream', retryable: true } });
  }
});

test('[bug 48] every reason to finish has its word, and calls count only where the answer does', () => {
  const reasons = [
    'STOP',
    'MAX_TOKENS',
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'LANGUAGE',
    'IMAGE_SAFETY',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'OTHER',
    'NOVELTY',
  ];
  const ends = reasons.map((reason) => {
    const events = run(finish(reason, { functionCall: { name: 'f', args: {} } }));
    const end = events.at(-1);
    return [end?.type === 'end' ? end.reason : '', callsIn(events).length];
  });
  expect(ends).toEqual([
    ['tool_calls', 1],
    ['length', 1],
    ...Array.from({ length: 7 }, () => ['refusal', 0]),
    ['error', 0],
    ['error', 0],
    ['unknown', 0],
    ['unknown', 0],
  ]);
});

test('a blocked prompt is a refusal with its reason', () => {
  expect(run({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })).toEqual([
    { type: 'end', reason: 'refusal', error: { message: 'The prompt was blocked.', code: 'PROHIBITED_CONTENT' } },
  ]);
});

test('an error inside the stream ends it: exhausted may be tried again, an invalid argument may not, too long is overflow', () => {
  const failed = (code: number, status: string, message: string): ModelEvent | undefined =>
    run(say({ text: 'He' }), { error: { code, status, message } }).at(-1);
  expect(failed(429, 'RESOURCE_EXHAUSTED', 'slow')).toMatchObject({
    reason: 'error',
    error: { code: 'RESOURCE_EXHAUSTED', retryable: true },
  });
  expect(failed(400, 'INVALID_ARGUMENT', 'no')).toMatchObject({ reason: 'error', error: { retryable: false } });
  expect(
    failed(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  ).toMatchObject({ reason: 'overflow' });
});

test('a picture is a file of the answer, with its signature; sources are told once', () => {
  const web = { web: { uri: 'https://a.example', title: 'A' } };
  const events = run(
    say({ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' }, thoughtSignature: 'eA==' }),
    { candidates: [{ groundingMetadata: { groundingChunks: [web, web] } }] },
    finish('STOP'),
  );
  expect(events.slice(0, -1)).toEqual([
    {
      type: 'part',
      part: 0,
      kind: 'file',
      content: { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } },
      blob: blob({ thoughtSignature: 'eA==' }),
    },
    { type: 'part', part: 1, kind: 'source', content: { type: 'reference', name: 'A', uri: 'https://a.example' } },
  ]);
});

test('code that the provider ran is a call and a result at once, each kept whole', () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
  const output = { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'boom' } };
  expect(run(say(code, output), finish('STOP')).slice(0, 2)).toEqual([
    {
      type: 'call',
      part: 0,
      providerId: 'code_execution_0',
      name: 'code_execution',
      arguments: JSON.stringify(code.executableCode),
      runs: 'provider',
      blob: blob(code),
    },
    {
      type: 'result',
      part: 1,
      providerId: 'code_execution_0',
      outcome: 'failed',
      parts: [{ type: 'text', text: 'boom' }],
      blob: blob(output),
    },
  ]);
  const called = { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['a'] } } };
  const given = { toolResponse: { id: 't1', response: { found: 1 } }, thoughtSignature: 'eA==' };
  expect(run(say(called, given), finish('STOP')).slice(0, 2)).toMatchObject([
    { type: 'call', providerId: 't1', name: 'google_search_web', arguments: '{"queries":["a"]}' },
    { type: 'result', providerId: 't1', outcome: 'done', parts: [{ text: '{"found":1}' }], blob: blob(given) },
  ]);
});

test('a part that nobody knows is kept whole', () => {
  expect(run(finish('STOP', { novelty: { a: 1 } }))[0]).toEqual({
    type: 'part',
    part: 0,
    kind: 'opaque',
    blob: blob({ novelty: { a: 1 } }),
  });
});

const piece = (call: object, signature?: string): object =>
  say({ functionCall: call, ...(signature === undefined ? {} : { thoughtSignature: signature }) });

test('[bug 42] arguments that come value by value are a call when the provider says so, not before', () => {
  const frames = [
    piece({ name: 'save', id: 'g1', willContinue: true }, 'eA=='),
    piece({ partialArgs: [{ jsonPath: '$.path', stringValue: 'src/', willContinue: true }], willContinue: true }),
    piece({ partialArgs: [{ jsonPath: '$.path', stringValue: 'a.ts' }], willContinue: true }),
    piece({
      partialArgs: [
        { jsonPath: "$.lines[0]['from']", numberValue: 1 },
        { jsonPath: '$.lines[1].from', numberValue: 2.5 },
      ],
      willContinue: true,
    }),
    piece({
      partialArgs: [
        { jsonPath: '$.__proto__', boolValue: true },
        { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
      ],
      willContinue: true,
    }),
    piece({}),
    finish('STOP'),
  ];
  expectEveryCut(make, frames);
  expect(callsIn(decoded(make(), frames.slice(0, 5)))).toEqual([]);
  const events = decoded(make(), frames);
  const args = '{"path":"src/a.ts","lines":[{"from":1},{"from":2.5}],"__proto__":true,"none":null}';
  expect(events).toContainEqual({
    type: 'call',
    part: 0,
    providerId: 'g1',
    name: 'save',
    arguments: args,
    runs: 'here',
    blob: blob({ thoughtSignature: 'eA==' }),
  });
  expect(events.flatMap((event) => (event.type === 'input.delta' ? [event.text] : [])).join('')).toBe(args);
});

test('[bug 49] a call in pieces that never ended, or another call interrupted, was never made', () => {
  const begun = piece({ name: 'save', willContinue: true, partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] });
  expect(callsIn(run(begun, finish('STOP')))).toEqual([]);
  expect(callsIn(run(begun, finish('STOP', { functionCall: { name: 'other', args: { b: 2 } } })))).toEqual(['{"b":2}']);
});

test('pieces that fit nowhere make no object that a tool would take for its arguments', () => {
  const odd = ['', 'path', '$', '$[0]', '$..a', '$.a[9999999]', '$.list[5]'];
  for (const jsonPath of odd) {
    const [args = ''] = callsIn(
      run(finish('STOP', { functionCall: { name: 'f', partialArgs: [{ jsonPath, numberValue: 1 }] } })),
    );
    expect(Array.isArray(JSON.parse(args))).toBe(true);
  }
  const clash = [
    { jsonPath: '$.a', numberValue: 1 },
    { jsonPath: '$.a.b', numberValue: 2 },
  ];
  expect(callsIn(run(finish('STOP', { functionCall: { name: 'f', partialArgs: clash } })))[0]).toMatch(/^\[/);
});

test('the last piece may bring a value, and an empty call after it is nothing; pieces of no call are nothing', () => {
  const last = piece({ partialArgs: [{ jsonPath: '$.list[0].price', numberValue: 0.5 }] });
  const begun = piece({ name: 'save', willContinue: true });
  expect(callsIn(run(last, begun, last, piece({}), finish('STOP')))).toEqual(['{"list":[{"price":0.5}]}']);
  const grows = [
    { jsonPath: '$.a', stringValue: 'x', willContinue: true },
    { jsonPath: '$.b', stringValue: 'z', willContinue: true },
    { jsonPath: '$.a', stringValue: 'y' },
  ];
  expect(
    callsIn(run(piece({ name: 'save', willContinue: true, partialArgs: grows }), piece({}), finish('STOP'))),
  ).toEqual(['{"a":"xy","b":"z"}']);
});

const json = fc.jsonValue({ maxDepth: 3 });
const part = fc.oneof(
  fc.record({ text: json, thought: json, thoughtSignature: json }, { requiredKeys: [] }),
  fc.record(
    {
      functionCall: fc.record(
        { name: json, args: json, id: json, willContinue: json, partialArgs: json },
        { requiredKeys: [] },
      ),
      thoughtSignature: json,
    },
    { requiredKeys: [] },
  ),
  fc.record(
    { inlineData: json, executableCode: json, codeExecutionResult: json, toolCall: json },
    { requiredKeys: [] },
  ),
  json,
);
const frame = fc.oneof(
  fc.record(
    {
      candidates: fc.array(
        fc.record(
          {
            content: fc.record({ parts: fc.array(part, { maxLength: 3 }) }),
            finishReason: fc.oneof(fc.constantFrom('STOP', undefined), json),
            groundingMetadata: json,
          },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
      usageMetadata: json,
      promptFeedback: json,
      error: json,
    },
    { requiredKeys: [] },
  ),
  json,
);

test('[bug 54] whatever the chunks hold, nothing throws and there is one end', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
      expectContract(decoded(make(), frames));
    }),
    { numRuns: 1000 },
  );
});

test('an abort keeps what was said and makes no call of it', () => {
  const decoder = make();
  decoder.push(say({ text: 'Hel' }, { functionCall: { name: 'f' } }));
  expect(decoder.end({ reason: 'aborted' })).toEqual([{ type: 'end', reason: 'aborted' }]);
  expect(decoder.push(finish('STOP'))).toEqual([]);
});

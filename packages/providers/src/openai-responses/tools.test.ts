/** Tools that are no plain functions: what runs there comes with its result, what runs here wants its own answer; both go back. */
import type { ContentPart } from '@toolthread/core';
import type { CompletionPart } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { decoded, expectEveryCut } from '../../test/decoded.ts';
import { assistant, GO, image, result, text, user } from '../../test/messages/parts.ts';
import { added, completed, created, done, reasoning, words } from '../../test/frames/responses-frames.ts';
import { responsesProblems } from '../../test/responses-problems.ts';
import { answered, spoken } from '../../test/messages/spoken.ts';
import { decode } from './decode/decode.ts';
import { encode } from './encode/encode.ts';

type Item = { readonly type: string; readonly [key: string]: Json };

const make = (): ReturnType<typeof decode> => decode({ model: 'gpt-5.5' });
const say = words(9, ['Done.']);

/** The turn that these items make, as the next request sees it. */
function turnOf(...items: Item[]): ReturnType<typeof spoken> {
  const frames = [created, ...items.flatMap((item, at) => [added(at, item), done(at, item)]), ...say, completed()];
  expectEveryCut(make, frames);
  return spoken(decoded(make(), frames));
}

function inputOf(...messages: ReturnType<typeof spoken>[]): readonly Item[] {
  const body = encode({ model: 'gpt-5.5', messages: [GO, ...messages], tools: [] });
  expect(responsesProblems(body)).toEqual([]);
  return body.input.slice(1);
}

const resultIn = (turn: ReturnType<typeof spoken>): readonly ContentPart[] =>
  turn.parts.flatMap((part) => (part.type === 'result' ? part.parts : []));

const HOSTED: readonly (readonly [Item, string, readonly ContentPart[]])[] = [
  [
    {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'x', sources: [{ type: 'url', url: 'https://a.example' }] },
    },
    'web_search {"type":"search","query":"x","sources":[{"type":"url","url":"https://a.example"}]}',
    [{ type: 'reference', name: 'https://a.example', uri: 'https://a.example' }],
  ],
  [
    {
      type: 'file_search_call',
      id: 'fs_1',
      status: 'completed',
      queries: ['x'],
      results: [{ filename: 'a.pdf', text: 'found' }],
    },
    'file_search {"queries":["x"]}',
    [{ type: 'text', text: 'a.pdf\nfound' }],
  ],
  [
    {
      type: 'code_interpreter_call',
      id: 'ci_1',
      status: 'completed',
      code: '1+1',
      container_id: 'c',
      outputs: [{ type: 'logs', logs: '2' }],
    },
    'code_interpreter {"code":"1+1"}',
    [{ type: 'text', text: '2' }],
  ],
  [
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=', output_format: 'png' },
    'image_generation {}',
    [image()],
  ],
  [
    { type: 'mcp_call', id: 'mcp_1', name: 'lookup', server_label: 's', arguments: '{"q": 1}', output: 'yes' },
    'lookup {"q": 1}',
    [{ type: 'text', text: 'yes' }],
  ],
];

test.each(HOSTED)('what the provider ran is read for people and goes back as it was: %o', (item, called, parts) => {
  const turn = turnOf(item);
  const [call] = turn.parts;
  expect(call?.type === 'call' ? [`${call.name} ${call.arguments}`, call.runs] : []).toEqual([called, 'provider']);
  expect(resultIn(turn)).toEqual(parts);
  expect(inputOf(turn, user(text('?')))[0]).toEqual(item);
});

test('what failed there failed', () => {
  const turn = turnOf({
    type: 'mcp_call',
    id: 'mcp_1',
    name: 'lookup',
    arguments: '{}',
    error: { type: 'http_error', message: 'gone' },
  });
  expect(turn.parts[1]).toMatchObject({ type: 'result', isError: true, parts: [{ type: 'text', text: 'gone' }] });
});

const SHELL: Item = {
  type: 'shell_call',
  id: 'sh_1',
  call_id: 'call_s',
  status: 'completed',
  action: { commands: ['ls'] },
  environment: { type: 'container_reference', container_id: 'c' },
};
const PRINTED: Item = {
  type: 'shell_call_output',
  id: 'sho_1',
  call_id: 'call_s',
  output: [{ stdout: 'a.ts', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
};
const SEARCH: Item = {
  type: 'tool_search_call',
  id: 'tsc_1',
  call_id: null,
  execution: 'server',
  status: 'completed',
  arguments: { paths: ['x'] },
};
const FOUND: Item = {
  type: 'tool_search_output',
  id: 'tso_1',
  call_id: null,
  execution: 'server',
  status: 'completed',
  tools: [{ type: 'function', name: 'x' }],
};

test.each([
  [SHELL, PRINTED, 'a.ts'],
  [SEARCH, FOUND, 'x'],
])('a call whose result is an item of its own: both go back, or neither', (call, output, said) => {
  const turn = turnOf(call, output);
  expect(resultIn(turn)).toEqual([{ type: 'text', text: said }]);
  expect(inputOf(turn, user(text('?'))).slice(0, 2)).toEqual([call, output]);
  const alone = inputOf(turnOf(call), user(text('?')));
  expect(alone.map(({ type }) => type)).toEqual(['message', 'message', 'message']);
  expect(inputOf(turnOf(output), user(text('?'))).map(({ type }) => type)).toEqual(['message', 'message']);
});

test('[bug 64] without its reasoning, what the provider ran goes back in words: its id would betray it', () => {
  const [opened, closed] = reasoning(0);
  const search = HOSTED[0]![0];
  const frames = [created, opened, closed, added(1, search), done(1, search), ...say, completed()];
  const turn = spoken(decoded(make(), frames));
  expect(inputOf(turn, user(text('?'))).slice(0, 2)).toMatchObject([{ type: 'reasoning', id: 'rs_0' }, search]);
  const later = assistant(...turn.parts.filter(({ type }) => type !== 'reasoning'));
  const [told] = inputOf(later, user(text('?')));
  expect(told).toMatchObject({ type: 'message', role: 'assistant' });
  expect(JSON.stringify(told)).toContain('web_search ran with');
});

test('items that nobody knows are kept and go back as they were', () => {
  const list: Item = {
    type: 'mcp_list_tools',
    id: 'mcpl_1',
    server_label: 's',
    tools: [{ name: 'lookup', input_schema: {} }],
  };
  const news: Item = { type: 'quantum_call', id: 'q_1', state: [0, 1] };
  const turn = turnOf(list, news);
  expect(turn.parts.slice(0, 2).map(({ type }) => type)).toEqual(['opaque', 'opaque']);
  expect(inputOf(turn, user(text('?'))).slice(0, 2)).toEqual([list, news]);
});

test('[seed 004] nobody else gets any of it: others read it as calls of functions', () => {
  const turn = turnOf(...HOSTED.map(([item]) => item), SHELL, PRINTED, {
    type: 'mcp_list_tools',
    id: 'mcpl_1',
    tools: [],
  });
  const body = encode({ model: 'gpt-6', messages: [GO, turn, user(text('?'))], tools: [] });
  expect(responsesProblems(body)).toEqual([]);
  const types = new Set(['message', 'function_call', 'function_call_output']);
  expect(new Set(body.input.map(({ type }) => type))).toEqual(types);
  expect(JSON.stringify(body)).not.toContain('_1"');
});

const CLIENT: readonly (readonly [Item, string, Item])[] = [
  [
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c', name: 'sql', input: 'SELECT 1' },
    'sql SELECT 1',
    { type: 'custom_tool_call_output', call_id: 'c', output: 'ok' },
  ],
  [
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'c',
      action: { commands: ['ls'], max_output_length: 99 },
      environment: { type: 'local' },
    },
    'shell {"commands":["ls"],"max_output_length":99}',
    {
      type: 'shell_call_output',
      call_id: 'c',
      output: [{ stdout: 'ok', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      max_output_length: 99,
    },
  ],
  [
    { type: 'local_shell_call', id: 'lsh_1', call_id: 'c', action: { type: 'exec', command: ['ls'], env: {} } },
    'local_shell {"type":"exec","command":["ls"],"env":{}}',
    { type: 'local_shell_call_output', call_id: 'c', output: 'ok' },
  ],
  [
    {
      type: 'apply_patch_call',
      id: 'apc_1',
      call_id: 'c',
      status: 'completed',
      operation: { type: 'delete_file', path: 'a' },
    },
    'apply_patch {"type":"delete_file","path":"a"}',
    { type: 'apply_patch_call_output', call_id: 'c', status: 'completed', output: 'ok' },
  ],
  [
    { type: 'tool_search_call', id: 'tsc_1', call_id: 'c', execution: 'client', arguments: { goal: 'g' } },
    'tool_search {"goal":"g"}',
    { type: 'tool_search_output', call_id: 'c', execution: 'client', status: 'completed', tools: [] },
  ],
  [
    { type: 'mcp_approval_request', id: 'mcpr_1', name: 'lookup', server_label: 's', arguments: '{}' },
    'mcp_approval_request {"server_label":"s","name":"lookup","arguments":"{}"}',
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  ],
];

test.each(CLIENT)(
  'what runs here goes back as the item it was, with the answer that it wants: %o',
  (item, called, answer) => {
    const turn = turnOf(item);
    const call = turn.parts.find(({ type }) => type === 'call');
    expect(call?.type === 'call' ? [`${call.name} ${call.arguments}`, call.runs] : []).toEqual([called, 'here']);
    const input = inputOf(turn, answered(turn));
    const { id: _id, ...bare } = item;
    expect(input.find(({ type }) => type === item.type)).toEqual(item.type.endsWith('_call') ? bare : item);
    expect(input).toContainEqual(answer);
  },
);

test('an answer that failed says so in its own way; a denied approval is a denial', () => {
  const failing = (item: Item): unknown => {
    const turn = turnOf(item);
    const call = turn.parts.find(({ type }) => type === 'call');
    const callId = call?.type === 'call' ? call.id : '';
    const denied: CompletionPart = {
      type: 'result',
      callId,
      name: 'x',
      parts: [{ type: 'text', text: 'no' }],
      isError: true,
      runs: 'here',
    };
    return inputOf(turn, user(denied)).at(-1);
  };
  expect(CLIENT.map(([item]) => failing(item))).toMatchObject([
    { output: 'Error: no' },
    { output: [{ stdout: 'Error: no', outcome: { exit_code: 1 } }] },
    { output: 'Error: no' },
    { status: 'failed' },
    { tools: [] },
    { approve: false, reason: 'Error: no' },
  ]);
});

test('another model, or a changed id, and the same turn still pairs', () => {
  const long = 'c'.repeat(69);
  for (const [item] of CLIENT) {
    const turn = turnOf({ ...item, ...(item['call_id'] === undefined ? {} : { call_id: long }) });
    const messages = [GO, turn, answered(turn)];
    expect(responsesProblems(encode({ model: 'gpt-5.5', messages, tools: [] }))).toEqual([]);
    const other = encode({ model: 'gpt-6', messages, tools: [] });
    expect(responsesProblems(other)).toEqual([]);
    expect(other.input.map(({ type }) => type)).toContain('function_call_output');
  }
});

test('a screen is answered with a picture, as a function is', () => {
  const turn = turnOf({
    type: 'computer_call',
    id: 'cu_1',
    call_id: 'c',
    action: { type: 'screenshot' },
    pending_safety_checks: [],
  });
  const shot: CompletionPart = { ...result('c', [image()]), name: 'computer' };
  expect(inputOf(turn, user(shot)).map(({ type }) => type)).toEqual([
    'function_call',
    'message',
    'function_call_output',
  ]);
});

test('found tools are given as tools; images that an answer cannot hold follow it', () => {
  const search = turnOf(CLIENT[4]![0]);
  const tools = [{ type: 'function', name: 'x', parameters: {} }];
  const found: CompletionPart = {
    ...result('c', [{ type: 'text', text: JSON.stringify({ tools }) }]),
    name: 'tool_search',
  };
  expect(inputOf(search, user(found)).at(-1)).toMatchObject({ type: 'tool_search_output', tools });
  const patch = turnOf(CLIENT[3]![0]);
  const shown: CompletionPart = { ...result('c', [image()]), name: 'apply_patch' };
  expect(inputOf(patch, user(shown)).slice(-2)).toMatchObject([
    { type: 'apply_patch_call_output' },
    { type: 'message', role: 'user', content: [{ type: 'input_image' }] },
  ]);
});

test('a function that a program called is answered to the program', () => {
  const caller = { type: 'program', caller_id: 'call_p' };
  const turn = turnOf({
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c',
    name: 'save',
    arguments: '{}',
    caller,
    namespace: 'n',
  });
  const input = inputOf(turn, answered(turn));
  expect(input[0]).toMatchObject({ type: 'function_call', caller, namespace: 'n' });
  expect(input.find(({ type }) => type === 'function_call_output')).toMatchObject({ caller });
});

// In a cost that grows with its square it would take minutes.
test('[L5] very many commands in a container, in any order, cost what they hold', () => {
  const ids = Array.from({ length: 60_000 }, (_, index) => `call_${index}`);
  const environment = { type: 'container_auto' };
  const frames = [
    created,
    ...ids.map((call_id, at) => done(at, { type: 'shell_call', id: `sh_${at}`, call_id, action: {}, environment })),
    ...ids
      .toReversed()
      .map((call_id, at) => done(ids.length + at, { type: 'shell_call_output', id: `o_${at}`, call_id, output: [] })),
    completed(),
  ];
  const turn = spoken(decoded(make(), frames));
  const { input } = encode({ model: 'gpt-5.5', messages: [GO, turn, GO], tools: [] });
  expect(input.filter(({ type }) => type === 'shell_call_output')).toHaveLength(ids.length);
});

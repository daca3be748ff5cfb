import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { Format, ReadTranscript } from '../index.ts';

function read(name: string): ReadTranscript {
  const { bytes, path } = fixture(name);
  return readTranscript(bytes, { path });
}

const BREWED = [
  '@human: Brew the ale ✽',
  '~ Malt?',
  '. Mashing.',
  '> mash done: sweet|[image]',
  '> boil failed: burnt',
  '@human: and cool it',
  '? orphan',
  '> cool lost',
];

describe('Anthropic’s messages', () => {
  it.each(['anthropic/messages.json', 'anthropic/request.json', 'anthropic/lines.jsonl'])('%s', (name) => {
    expect(outline(read(name))).toEqual(BREWED);
    expect(read(name).counts).toMatchObject({ toolCalls: 3, answered: 2, unanswered: 1, orphanResults: 1, errors: 1 });
  });

  it('keep the thoughts’ signature for their maker', () => {
    expect(read('anthropic/messages.json').events.find((event) => event.type === 'agent.part.completed')).toMatchObject(
      {
        kind: 'reasoning',
        blob: { provider: 'anthropic', api: 'messages', data: { signature: 's' } },
      },
    );
  });

  it('a tool that the provider ran has its result in the response', () => {
    const content = [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ale' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'Found.' },
    ];
    const text = JSON.stringify([
      { role: 'user', content: 'Search.' },
      { role: 'assistant', content },
    ]);
    const found = readTranscript(text);
    expect(outline(found)).toEqual(['@human: Search.', '> web_search done', '= Found.']);
    expect(found.counts).toMatchObject({ toolCalls: 0 });
  });
});

describe('OpenAI’s messages', () => {
  it.each(['openai/chat.json', 'openai/lines.jsonl'])('of Chat Completions, with an id used again: %s', (name) => {
    expect(outline(read(name))).toEqual(expectedOutline('openai/chat'));
    expect(read(name).counts).toMatchObject({
      toolCalls: 5,
      answered: 4,
      unanswered: 1,
      orphanResults: 1,
      hidden: { 'system-message': 1 },
    });
  });

  it('and items of Responses', () => {
    expect(outline(read('openai/responses.json'))).toEqual(expectedOutline('openai/responses'));
    expect(read('openai/responses.json').counts['hidden']).toEqual({ 'unknown:response_item/novelty': 1 });
  });

  it('a call’s arguments stay as the model wrote them', () => {
    const called = read('openai/chat.json').events.filter((event) => event.type === 'agent.tool.called');
    expect(called.map((event) => event.arguments)).toEqual(['{"kg":5}', '', '{}', '{}', '{}']);
  });
});

it('messages in one form for several agents', () => {
  const unified = read('unified/messages.json');
  expect(outline(unified)).toEqual(expectedOutline('unified/messages'));
  // A result stands beside a reminder in one message: the reminder is hidden, the result is not.
  expect(unified.counts).toMatchObject({ answered: 2, orphanResults: 1, hidden: { injected: 1 } });
});

it('messages in one form: what the program put there itself is hidden, a slash command is what a person typed', () => {
  const messages = [
    { id: '1', role: 'user', tool: 'claude', content: 'Warmup' },
    { id: '2', role: 'user', tool: 'claude', content: [{ type: 'text', text: 'Invalid API key · Please run /login' }] },
    { id: '3', role: 'user', tool: 'claude', content: [{ type: 'slash_command', command: '/hem', args: 'twice' }] },
    { id: '4', role: 'system', tool: 'claude', content: 'You weave.' },
    { id: '5', role: 'loom', tool: 'claude', content: 'clack' },
  ];
  const read = readTranscript(JSON.stringify(messages), { format: 'unified' });
  expect(outline(read)).toEqual(['@human: /hem twice']);
  expect(read.counts['hidden']).toEqual({ injected: 2, 'system-message': 1, 'unknown:loom': 1 });
});

it('the contract’s messages', () => {
  expect(outline(read('contract/messages.json'))).toEqual(expectedOutline('contract/messages'));
  expect(read('contract/messages.json').counts).toMatchObject({
    messages: 8,
    toolCalls: 2,
    answered: 2,
    orphanResults: 1,
    errors: 1,
  });
  expect(read('contract/messages.json').state.source).toEqual({ format: 'contract' });
});

it('a stored chat', () => {
  expect(outline(read('chat/messages.json'))).toEqual(expectedOutline('chat/messages'));
  expect(read('chat/messages.json').counts).toMatchObject({ toolCalls: 3, answered: 2, unanswered: 1, errors: 1 });
});

describe('UI messages of the AI SDK', () => {
  it('with steps, sources, and a call that was denied', () => {
    expect(outline(read('ai-sdk/messages.json'))).toEqual(expectedOutline('ai-sdk/messages'));
    expect(read('ai-sdk/messages.json').counts['hidden']).toEqual({ empty: 1, 'system-message': 1 });
  });

  it('and those of the fourth major, where words after a result are another step', () => {
    expect(outline(read('ai-sdk/fourth-major.json'))).toEqual(expectedOutline('ai-sdk/fourth-major'));
  });

  it('`0`, `false` and `""` are results', () => {
    const parts = [0, false, '', null].map((output, index) => ({
      type: 'tool-t',
      toolCallId: `c${index}`,
      state: 'output-available',
      input: {},
      output,
    }));
    const text = JSON.stringify([{ id: '1', role: 'assistant', parts }]);
    expect(outline(readTranscript(text))).toEqual(['> t done: 0', '> t done: false', '> t done', '> t done: null']);
  });
});

describe('Cline’s tasks', () => {
  it('as the model was told, with calls in the text', () => {
    expect(outline(read('cline/api-history.json'))).toEqual(expectedOutline('cline/api-history'));
    const [, written] = read('cline/api-history.json').events.filter((event) => event.type === 'agent.tool.called');
    expect(JSON.parse(written?.arguments ?? '')).toEqual({
      path: 'saw.txt',
      content: '<path>not a parameter</path>\nsharp',
    });
  });

  it('as the screen showed them', () => {
    const shown = read('cline/ui-messages.json');
    expect(outline(shown)).toEqual(expectedOutline('cline/ui-messages'));
    expect(shown.counts['hidden']).toEqual({ partial: 1, 'say:checkpoint_created': 1, 'unknown:say:hologram': 1 });
  });
});

it.each<[Format, unknown]>([
  [
    'openai',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ],
  ],
  [
    'openai',
    [
      { role: 'developer', content: 'a' },
      { role: 'user', content: 'b' },
    ],
  ],
  ['anthropic', [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '' }] }]],
  ['unified', [{ id: '1', role: 'user', content: 'a', tool: 'codex' }]],
  ['contract', [{ id: '1', role: 'user', content: 'a', timestamp: '2026-01-01T00:00:00Z' }]],
  ['chat', [{ id: '1', role: 'user', content: 'a', createdAt: '2026-01-01T00:00:00Z' }]],
  ['ai-sdk', [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'a' }] }]],
])('a list is known as %s by what it holds: %j', (format, list) => {
  expect(readTranscript(JSON.stringify(list)).format).toBe(format);
});

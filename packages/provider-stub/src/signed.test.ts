import { expect, test } from 'vitest';
import { anthropicWire } from './anthropic/anthropic-wire.ts';
import { geminiWire } from './gemini/gemini-wire.ts';
import { openaiResponsesWire } from './openai-responses/openai-responses-wire.ts';
import { random } from './random.ts';
import { newSeal } from './seal.ts';
import { listOf, shapeOf } from './shape.ts';
import type { Shape } from './shape.ts';
import type { Asked } from './wire.ts';

const issued = new Map<string, string>();

function ask(body: Shape, model = 'm'): Asked {
  return { body, model, inputTokens: 1, seal: newSeal('s'), next: random(1), serial: 1, issued };
}

const tools = [{ name: 'look', input_schema: { type: 'object' } }];
const opening = { system: 'Be brief.', tools, messages: [{ role: 'user', content: 'hi' }] };
const turn = {
  say: [
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'words' },
    { type: 'thinking', text: '', redacted: true },
    { type: 'call', name: 'look', arguments: '{"b":1,"a":2}' },
  ],
} as const;

function answered(more: Shape = {}, edit: (content: Shape[]) => Shape[] = (content) => content): Shape {
  const { content } = shapeOf(anthropicWire.reply(turn, ask(opening)).whole);
  const messages = [...opening.messages, { role: 'assistant', content: edit(listOf(content).map(shapeOf)) }];
  return { ...opening, messages, ...more };
}

function rules(body: Shape, model = 'm'): string[] {
  return anthropicWire.verify(ask(body, model)).map(({ rule }) => rule);
}

test('thinking that comes back as it was is taken, wherever the cache is marked', () => {
  expect(rules(answered())).toEqual([]);
  const marked = [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] }];
  const body = answered();
  expect(rules({ ...body, messages: [...marked, ...listOf(body['messages']).slice(1)] })).toEqual([]);
});

test('thinking is bound to the system prompt, the tools and every block before it', () => {
  expect(rules(answered({ system: 'Be long.' }))).toEqual(['thinking-bound', 'thinking-bound']);
  expect(rules(answered({ tools: [...tools, { name: 'x', input_schema: {} }] }))).toEqual([
    'thinking-bound',
    'thinking-bound',
  ]);
  const said = answered({}, (content) =>
    content.map((block) => (block['type'] === 'text' ? { ...block, text: 'x' } : block)),
  );
  expect(rules(said)).toEqual(['thinking-bound']);
  const other = answered();
  const messages = [{ role: 'user', content: 'ho' }, ...listOf(other['messages']).slice(1)];
  const [problem] = anthropicWire.verify(ask({ ...other, messages }));
  expect(problem?.message).toMatch(
    /^messages\.1\.content\.0: Invalid `signature` in `thinking` block\. The block is bound to a different conversation\./,
  );
});

test('thinking that was changed or made up is refused; another model’s is dropped without a word', () => {
  const changed = answered({}, ([first, ...rest]) => [{ ...first, thinking: 'other' }, ...rest]);
  expect(rules(changed)).toContain('thinking-modified');
  expect(rules(answered({}, ([first, ...rest]) => [{ ...first, signature: 'made up' }, ...rest]))).toContain(
    'thinking-forged',
  );
  expect(rules(answered(), 'another')).toEqual([]);
});

test('a reasoning item is taken with the content that was sealed, and its items not without it', () => {
  const { output } = shapeOf(openaiResponsesWire.reply(turn, ask({ input: 'hi' })).whole);
  const items = listOf(output).map(shapeOf);
  const check = (input: readonly Shape[]): string[] =>
    openaiResponsesWire.verify(ask({ input })).map(({ rule }) => rule);
  expect(check(items)).toEqual([]);
  expect(
    check(items.map((item) => (item['type'] === 'reasoning' ? { ...item, encrypted_content: 'gBBB' } : item))),
  ).toEqual(['encrypted', 'encrypted']);
  expect(check(items.filter((item) => item['type'] !== 'reasoning'))).toEqual([
    'reasoning-missing',
    'reasoning-missing',
  ]);
  expect(check(items.filter((item) => item['type'] === 'function_call').map(({ id: _id, ...item }) => item))).toEqual(
    [],
  );
});

test('a thought signature is read only by its model and on its own part', () => {
  const { candidates } = shapeOf(geminiWire.reply(turn, ask({})).whole);
  const parts = listOf(shapeOf(shapeOf(listOf(candidates)[0])['content'])['parts']).map(shapeOf);
  const check = (given: readonly Shape[], model = 'm'): string[] =>
    geminiWire.verify(ask({ contents: [{ role: 'model', parts: given }] }, model)).map(({ rule }) => rule);
  expect(parts.filter((part) => part['thoughtSignature'] !== undefined)).toHaveLength(1);
  expect(check(parts)).toEqual([]);
  expect(check(parts, 'another')).toEqual(['signature-corrupted']);
  const [signed] = parts.filter((part) => part['thoughtSignature'] !== undefined);
  expect(check([{ text: 'x', thoughtSignature: signed?.['thoughtSignature'] }])).toEqual(['signature-corrupted']);
  expect(check([{ text: 'x', thoughtSignature: 'skip_thought_signature_validator' }])).toEqual([]);
});

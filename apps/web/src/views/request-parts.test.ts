import { completionMessage } from '@toolthread/core/context';
import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { requestBody } from '@toolthread/providers';
import { expect, test } from 'vitest';
import { requestParts } from './request-parts.ts';

const tools = [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } }];
const call = { type: 'call', id: 'c1', name: 'read_file', arguments: '{"path":"a.ts"}', runs: 'here' } as const;
const gave = [{ type: 'text', text: 'the words of a.ts' }] as const;
const result = { type: 'result', callId: 'c1', name: 'read_file', parts: gave, isError: false, runs: 'here' } as const;
const messages = [
  completionMessage('user', [{ type: 'text', text: 'Read a.ts' }], 'user'),
  completionMessage('assistant', [{ type: 'text', text: 'I read it.' }, call], 'assistant'),
  completionMessage('user', [result], 'tool-results'),
];

test.each([
  ['anthropic', 'messages', 'claude-opus-4-7'],
  ['openai', 'chat', 'gpt-5'],
  ['openai', 'responses', 'gpt-5.5'],
  ['gemini', 'generateContent', 'gemini-3-pro'],
])('[issue 13] %s %s: prompt, tools, messages in order, and all the rest', (provider, api, model) => {
  const made = requestBody({ provider, api, model }, { system: 'Be brief.', messages, tools });
  const body: { [name: string]: Json } = JSON.parse(JSON.stringify(made?.body));
  const parts = requestParts(body);
  const said = JSON.stringify(parts.messages.map(({ blocks }) => blocks));
  const inOrder = ['Read a.ts', 'I read it.', 'a.ts\\\\\\"}', 'the words of a.ts'].map((words) => said.indexOf(words));
  expect(said.indexOf('Read a.ts')).toBeGreaterThanOrEqual(0);
  expect(inOrder.filter((at) => at >= 0)).toEqual(inOrder.filter((at) => at >= 0).toSorted((a, b) => a - b));
  expect([...parts.system, said].join()).toContain('Be brief.');
  expect(parts.tools.map(({ name, description }) => [name, description])).toEqual([['read_file', 'Reads.']]);
  // What none of them names is a parameter: nothing is lost.
  const known = ['system', 'instructions', 'systemInstruction', 'tools', 'messages', 'contents', 'input'];
  expect(
    Object.keys(fieldsOf(body))
      .filter((key) => !known.includes(key))
      .toSorted(),
  ).toEqual(Object.keys(parts.parameters).toSorted());
});

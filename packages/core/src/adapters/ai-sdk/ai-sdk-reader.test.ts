import { expect, test } from 'vitest';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { aiSdkReader } from './ai-sdk-reader.ts';

const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: {} };
const result = (output: string, more: object = {}): object => ({
  type: 'tool-result',
  toolCallId: 'c1',
  toolName: 'search',
  output,
  ...more,
});

test('a preliminary result settles nothing: the call runs until its last one', () => {
  const reader = aiSdkReader();
  const completed = (part: object): readonly EventDraft[] =>
    reader.push(part).filter(({ type }) => type === 'agent.tool.completed');
  expect(completed(called)).toEqual([]);
  for (const part of ['half', 'more']) expect(completed(result(part, { preliminary: true }))).toEqual([]);
  expect(completed(result('whole'))).toMatchObject([{ call: 'c1', outcome: 'done', parts: [{ text: 'whole' }] }]);
});

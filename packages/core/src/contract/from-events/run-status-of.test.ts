import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishReasonOf, runStatusOf, usageOf } from './run-status-of.ts';

test('a status has one word here, and an unknown one none: it is never guessed', () => {
  const words = [
    'queued',
    'pending',
    'processing',
    'running',
    'idle',
    'awaiting_user',
    'completed',
    'failed',
    'cancelled',
    'canceled',
    'stopped',
  ];
  expect(words.map(runStatusOf)).toEqual([
    'queued',
    'queued',
    'running',
    'running',
    'awaiting_user',
    'awaiting_user',
    'completed',
    'failed',
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
  for (const word of ['Completed', 'done', '', null, undefined, 0, {}, '__proto__'])
    expect(runStatusOf(word)).toBeUndefined();
});

test('a finish reason has one word here, and what nobody knows is unknown', () => {
  const words = [
    'stop',
    'END_TURN',
    'completed',
    'tool_use',
    'function_call',
    'tool_calls',
    'max_tokens',
    'length',
    'SAFETY',
    'content_filter',
    'pause_turn',
    'error',
    'cancelled',
  ];
  expect(words.map(finishReasonOf)).toEqual([
    'stop',
    'stop',
    'stop',
    'tool_calls',
    'tool_calls',
    'tool_calls',
    'length',
    'length',
    'refusal',
    'refusal',
    'pause',
    'error',
    'aborted',
  ]);
  for (const word of ['', 'because', null, 3, {}]) expect(finishReasonOf(word)).toBe('unknown');
});

test('tokens are counted under the names that back ends use, and only where both counts are there', () => {
  const both = { input_tokens: 10, output_tokens: 5 };
  expect(usageOf(both)).toEqual(both);
  expect(usageOf({ prompt_tokens: 10, completion_tokens: 5 })).toEqual(both);
  expect(usageOf({ input: 10, output: 5 })).toEqual(both);
  expect(usageOf({ input_tokens: 0, output_tokens: 0 })).toEqual({ input_tokens: 0, output_tokens: 0 });
  for (const value of [null, {}, { input_tokens: 10 }, { input_tokens: '10', output_tokens: 5 }, [1, 2], 'x']) {
    expect(usageOf(value)).toBeUndefined();
  }
});

test('any JSON is read without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(finishReasonOf(value).length).toBeGreaterThan(0);
      expect([usageOf(value), runStatusOf(value)]).toHaveLength(2);
    }),
  );
});

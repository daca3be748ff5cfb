import { describe, expect, it } from 'vitest';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

const common = { sessionId: 's', timestamp: '2026-02-02T03:40:01.000Z' };

function drawn(response: object, told: object): readonly string[] {
  const call = { functionCall: { id: 'c1', name: 'bake', args: {} } };
  const result = { functionResponse: { id: 'c1', name: 'bake', response } };
  const records = [
    { ...common, uuid: 'q1', type: 'assistant', message: { role: 'model', parts: [call] } },
    {
      ...common,
      uuid: 'q2',
      type: 'tool_result',
      message: { role: 'user', parts: [result] },
      toolCallResult: { callId: 'c1', ...told },
    },
  ];
  return outline(readTranscript(records.map((record) => JSON.stringify(record)).join('\n')));
}

describe('[issue 11] [L3] how a call of Qwen Code ended', () => {
  it.each([
    ['an error', { error: 'no oven' }, { status: 'error' }, '> bake failed: no oven'],
    ['an error and no status', { error: 'no oven' }, {}, '> bake failed: no oven'],
    ['an error and a status that is new', { error: 'no oven' }, { status: 'timeout' }, '> bake failed: no oven'],
    ['an error while it ran', { error: 'no oven' }, { status: 'executing' }, '> bake failed: no oven'],
    ['an error beside the output', { output: 'smoke' }, { status: 'aborted', error: {} }, '> bake failed: smoke'],
    ['a stop', { error: 'Stopped.' }, { status: 'cancelled' }, '> bake interrupted: Stopped.'],
    ['a status that is new, and no error', { output: 'bread' }, { status: 'finished' }, '> bake done: bread'],
    ['success', { output: 'bread' }, { status: 'success' }, '> bake done: bread'],
  ])('%s', (_, response, told, line) => {
    expect(drawn(response, told)).toEqual([line]);
  });
});

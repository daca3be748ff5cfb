import { expect, it } from 'vitest';
import { toolResult } from './tool-result.ts';

it.each(['tomorrow', 'running', undefined])(
  '[L3] [L4] a result that is recorded is a result, whatever the status is: %s',
  (status) => {
    const state = status === undefined ? {} : { status };
    expect(toolResult({ state: { ...state, output: 'forged' } })).toMatchObject({ outcome: 'done' });
    expect(toolResult({ state: { ...state, output: '' } })).toMatchObject({ outcome: 'done' });
    expect(toolResult({ state: { ...state, error: 'cold' } })).toMatchObject({ outcome: 'failed', error: 'cold' });
    expect(toolResult({ state: { ...state, input: {} } })).toBeUndefined();
  },
);

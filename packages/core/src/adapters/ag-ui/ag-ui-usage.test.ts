import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { agUiUsage } from './ag-ui-usage.ts';

test('each count of a step has its own name, and one that nobody took has none', () => {
  const counts = { input_tokens: 100, output_tokens: 20 };
  const all = { ...counts, cache_read_tokens: 7, cache_write_tokens: 11, reasoning_tokens: 13 };
  const told = (usage: typeof counts): object[] => {
    const state = foldAll(
      eventsOf([
        { type: 'agent.step.started', step: 1 },
        { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage },
      ]),
    );
    return [...state.steps.entries()].flatMap(([, step]) => (step.end === undefined ? [] : agUiUsage(step, step.end)));
  };
  expect(told(all)).toMatchObject([{ reasoningTokens: 13, cachedInputTokens: 7, cacheWriteInputTokens: 11 }]);
  expect(Object.keys(told(counts)[0] ?? {}).toSorted()).toEqual(['inputTokens', 'outputTokens']);
});

import { LedgerWriter, threadOf, timeline } from '@toolthread/core';
import type { Timeline } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { likelyHeight } from './likely-height.ts';

describe('how high an item may be', () => {
  const answersOf = (length: number): Timeline['items'] => {
    const ledger = new LedgerWriter('t', { format: 'test' });
    for (let step = 0; step < 40; step += 1) {
      const parts = [{ type: 'text', text: 'And now?' }] as const;
      ledger.write({ type: 'message.posted', author: '@human', delivery: 'now', parts });
      ledger.write({ type: 'agent.step.started', step });
      ledger.write({ type: 'agent.part.completed', step, part: 0, kind: 'text', text: 'a'.repeat(length) });
      ledger.write({ type: 'agent.step.completed', step, finish_reason: 'stop' });
    }
    return timeline(threadOf(ledger.take())).items;
  };

  it('follows from the words of the newest: few long answers fill a screen, and many short ones', () => {
    expect(likelyHeight(answersOf(1_000))).toBeGreaterThan(2 * likelyHeight(answersOf(10)));
  });

  it('is never more than a screen, nor less than a line', () => {
    expect(likelyHeight(answersOf(1_000_000))).toBeLessThan(1_000);
    expect(likelyHeight(answersOf(1))).toBeGreaterThan(40);
    expect(likelyHeight(timeline(threadOf([])).items)).toBeGreaterThan(40);
  });
});

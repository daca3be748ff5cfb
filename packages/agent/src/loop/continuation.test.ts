import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { runOn, say } from '../../test/run-on.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';

test.each([1e300, Infinity, Number.MAX_SAFE_INTEGER, 86_400_001])(
  '[A5 waits] a wait of %d ms is told in words that a person reads',
  async (retryAfterMs) => {
    const error = { message: 'Rate limited.', retryable: true, retryAfterMs };
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, { script: [[{ type: 'end', reason: 'error', error } as const]] });
    expect(ledger.of('agent.status').at(-1)).toMatchObject({
      status: 'failed',
      error_message: 'Rate limited. (The provider wants a wait of more than a day.)',
    });
  },
);

test.each([NaN, -5, -Infinity, 0.5])(
  '[A5 waits] what is no wait (%d ms) is none, and is written nowhere',
  async (retryAfterMs) => {
    const error = { message: 'Rate limited.', retryable: true, retryAfterMs };
    const ledger = MemoryLedger.withPrompt('go');
    const model = scriptedModel(
      ({ attempt }) => (attempt < 2 ? [{ type: 'end', reason: 'error', error }] : [say('Here.')]),
      { speed: Infinity },
    );
    const clock = new VirtualClock('hurrying');
    expect(await runOn(ledger, { model, clock })).toEqual({ ended: 'completed' });
    expect(ledger.of('agent.step.retrying').map(({ until }) => Number.isSafeInteger(until))).toEqual([true]);
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { RunClock } from './run-clock.ts';
import { workedMs } from './worked-ms.ts';

function spansOf(events: readonly LedgerEvent[]): ReturnType<RunClock['spans']> {
  const clock = new RunClock();
  for (const event of events) clock.took(event);
  return clock.spans();
}

test('[issue 13] the usage by events and the header by the state say the same time, whatever happened', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.infiniteStream(fc.nat({ max: 1_200_000 })), (history, gaps) => {
      let at = 1;
      const times = gaps[Symbol.iterator]();
      const events = history.map((event) => ({ ...event, at: (at += Number(times.next().value)) }));
      const spans = spansOf(events);
      if (spans === undefined) return;
      expect(spans.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(workedMs(foldAll(events)));
      for (const [index, [from]] of spans.entries()) expect(from).toBeGreaterThan(spans[index - 1]?.[1] ?? 0);
    }),
    { numRuns: 100, seed: 20261117 },
  );
});

test('[issue 13] of an import its runs do not tell it', () => {
  const envelope = { v: 1, thread: 't' } as const;
  const run = [
    { ...envelope, seq: 2, at: 10, type: 'agent.status', status: 'running' },
    { ...envelope, seq: 3, at: 90, type: 'agent.status', status: 'completed' },
  ] as const;
  expect(spansOf([{ ...envelope, seq: 1, at: 10, type: 'thread.created' }, ...run])).toEqual([[10, 90]]);
  const source = { format: 'codex' };
  expect(spansOf([{ ...envelope, seq: 1, at: 10, type: 'thread.created', source }, ...run])).toBeUndefined();
});

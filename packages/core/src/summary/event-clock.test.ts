import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import type { WorkedSpans } from '../ledger/work/work-clock.ts';
import { EventClock } from './event-clock.ts';
import { workedMs } from './worked-ms.ts';

function spansOf(events: readonly LedgerEvent[]): WorkedSpans {
  const clock = new EventClock();
  for (const event of events) clock.took(event);
  return clock.spans();
}

const envelope = { v: 1, thread: 'random' } as const;

/** What a history may be: a thread of ours, an import, or a fork of one, with a record at its beginning. */
const KINDS = ['own', 'import', 'fork'] as const;

function changed(history: readonly LedgerEvent[], kind: (typeof KINDS)[number]): LedgerEvent[] {
  if (kind === 'own') return [...history];
  const first = { type: 'thread.created', ...(kind === 'import' ? { source: { format: 'codex' } } : {}) } as const;
  const record = { type: 'source.record', line: 1, byte: 0, fate: 'shown' } as const;
  const [, ...rest] = history;
  const later = rest.map((event) => (event.type === 'thread.rewound' ? { ...event, to: event.to + 1 } : event));
  const all = [{ ...envelope, ...first, at: 1, seq: 1 }, { ...envelope, ...record, at: 1, seq: 2 }, ...later];
  return all.map((event, index) => ({ ...event, seq: index + 1 }));
}

test('[L1] what tells of a thread by its events and what does by its state say the same time, whatever happened', () => {
  const gaps = fc.infiniteStream(fc.nat({ max: 1_200_000 }));
  fc.assert(
    fc.property(arbitraryHistory(), gaps, fc.constantFrom(...KINDS), (history, pauses, kind) => {
      let at = 1;
      const times = pauses[Symbol.iterator]();
      const events = changed(history, kind).map((event) => ({ ...event, at: (at += Number(times.next().value)) }));
      const { worked } = spansOf(events);
      expect(worked.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(workedMs(foldAll(events)));
      for (const [index, [from]] of worked.entries()) expect(from).toBeGreaterThan(worked[index - 1]?.[1] ?? 0);
    }),
    { numRuns: 300, seed: 20261117 },
  );
});

test('[issue 13] runs tell when there was work; of an import, all that was recorded does', () => {
  const run = [
    { ...envelope, seq: 2, at: 10, type: 'agent.status', status: 'running' },
    { ...envelope, seq: 3, at: 90, type: 'thread.renamed', title: 'Parser' },
  ] as const;
  const spans = (source: object): unknown =>
    spansOf([{ ...envelope, seq: 1, at: 10, type: 'thread.created', ...source }, ...run]).worked;
  expect(spans({})).toEqual([[10, 90]]);
  expect(spans({ source: { format: 'codex' } })).toEqual([]);
});

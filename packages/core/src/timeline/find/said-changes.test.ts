import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { Vector } from '../../structure/vector.ts';
import type { Item } from '../item.ts';
import { foldThread, newThread, threadOf, timeline } from '../timeline.ts';
import type { Said } from './said.ts';
import { saidChanges } from './said-changes.ts';
import { saidTexts } from './said-texts.ts';

const NOTHING: Vector<Item> = Vector.empty();

function finished<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** What a search knows that was told the changes after every `size` events. */
function told(events: readonly LedgerEvent[], size: number): readonly Said[] {
  const known = new Map<string, Said>();
  let thread = newThread(events[0]?.thread ?? '');
  for (let start = 0; start < events.length; start += size) {
    const before = timeline(thread).items;
    thread = events.slice(start, start + size).reduce(foldThread, thread);
    const { gone, said } = finished(saidChanges(before, timeline(thread).items));
    for (const place of gone) known.delete(place);
    for (const one of said) known.set(one.place, one);
  }
  return [...known.values()].sort(byPlace);
}

/** The same, told all at once. */
function all(events: readonly LedgerEvent[]): readonly Said[] {
  return [...finished(saidChanges(NOTHING, timeline(threadOf(events)).items)).said].sort(byPlace);
}

function byPlace(a: Said, b: Said): number {
  return a.place < b.place ? -1 : 1;
}

describe('what was said, and what changed of it', () => {
  it.each(goldenNames)('[L1] told after each event, or all at once, is the same: %s', (name) => {
    const events = readGolden(name);
    for (const size of [1, 7]) expect(told(events, size)).toEqual(all(events));
  });

  it('[L1] so it is in any history, with rewinds to any place', () => {
    fc.assert(
      fc.property(
        arbitraryHistory(),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        (events, size, backs) => {
          const last = events.at(-1);
          const rewound = backs.map<LedgerEvent>((to, n) => {
            const seq = (last?.seq ?? 0) + 1 + n;
            return { v: 1, thread: last?.thread ?? '', seq, at: 0, type: 'thread.rewound', to: to % seq };
          });
          const history = [...events, ...rewound];
          expect(told(history, size)).toEqual(all(history));
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  it.each(goldenNames)('is what a person finds on the page, but for what still grows: %s', (name) => {
    const events = readGolden(name);
    const { items } = timeline(threadOf(events));
    const found = new Map<string, string[]>();
    // What is nested in a call may be between its lines.
    for (const { source, text } of saidTexts(items))
      found.set(source.key, [...(found.get(source.key) ?? []), text.normalize('NFC')]);
    for (const { place, text } of all(events)) expect(text).toBe(found.get(place)?.join('\n'));
  });

  it('is told in steps, each of one text at most, with how long it is: nobody waits for all of them', () => {
    const texts = Array.from({ length: 50 }, (_, n) => 'x'.repeat(1000 * n));
    const events = texts.map((text, n): LedgerEvent => ({
      v: 1,
      thread: 't',
      seq: n + 1,
      at: 0,
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text }],
      delivery: 'now',
    }));
    const steps = [...saidChanges(NOTHING, timeline(threadOf(events)).items)];
    expect(steps.length).toBeGreaterThanOrEqual(texts.length);
    for (const { length } of texts) expect(steps.some((step) => step >= length && step < length + 500)).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { cutOf, foldThread, newThread, threadFrom } from '../index.ts';
import { figuresOf, figuresWith, NO_FIGURES } from './thread-figures.ts';

it('[L1] the figures of the parts of a thread add up to those of the whole', () => {
  const names = goldenNames.filter((name) => !/rewind|taken-back/.test(name));
  let [whole, part, before, steps, seq] = [newThread('t'), newThread('t'), NO_FIGURES, 0, 0];
  for (const name of names) {
    const base = seq;
    for (const event of readGolden(name)) {
      const step = 'step' in event && event.step !== undefined ? { step: event.step + steps } : {};
      const moved = { ...event, ...step, thread: 't', seq: event.seq + base };
      seq = moved.seq;
      const cut = cutOf(part, moved);
      if (cut !== undefined) {
        before = figuresWith(before, figuresOf(part.state));
        part = threadFrom(cut);
      }
      whole = foldThread(whole, moved);
      part = foldThread(part, moved);
    }
    steps += 100;
  }
  expect(before.calls).toBeGreaterThan(5);
  const { spent, ...counts } = figuresWith(before, figuresOf(part.state));
  const { spent: all, ...expected } = figuresOf(whole.state);
  expect(counts).toEqual(expected);
  expect(new Set(spent)).toEqual(new Set(all));
});

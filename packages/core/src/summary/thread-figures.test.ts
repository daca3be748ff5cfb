import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { foldThread, newThread } from '../index.ts';
import { cutOf, threadFrom } from './index.ts';
import { seenBetween } from './seen-between.ts';
import { workedMs } from './worked-ms.ts';
import { figuresOf, figuresWith, NO_FIGURES } from './thread-figures.ts';

it.each([
  ['a thread', {}],
  ['a session of another agent', { source: { format: 'codex' } }],
  ['a fork', { origin: { thread: 'o', seq: 150 } }],
])('[L1] the figures of the parts of %s add up to those of the whole', (_, about) => {
  const names = goldenNames.filter((name) => !/rewind|taken-back/.test(name));
  let [whole, part, before, steps, seq, at] = [newThread('t'), newThread('t'), NO_FIGURES, 0, 0, 1_770_000_000_000];
  for (const name of names) {
    const base = seq;
    for (const event of readGolden(name)) {
      const step = 'step' in event && event.step !== undefined ? { step: event.step + steps } : {};
      const created = event.type === 'thread.created' ? about : {};
      const own = 'client_id' in event ? { client_id: `${name} ${event.client_id}` } : {};
      // An hour between turns, for which nobody worked.
      at += event.type === 'message.posted' ? 3_600_000 : 1000;
      const moved = { ...event, ...step, ...created, ...own, at, thread: 't', seq: event.seq + base };
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
  expect(counts.turns).toBeGreaterThan(5);
  expect(workedMs(part.state)).toBeGreaterThan(60_000);
  expect(workedMs(part.state)).toBe(workedMs(whole.state));
  expect(seenBetween(part.state)).toEqual(seenBetween(whole.state));
  expect(new Set(spent)).toEqual(new Set(all));
});

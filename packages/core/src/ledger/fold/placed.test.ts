import { expect, test } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { foldListed, newListedThread } from '../../summary/listed-thread.ts';
import { summaryOf } from '../../summary/summary.ts';
import { foldAll } from './fold.ts';

const events = readGolden('put-away-and-back');

test('[issue 13] where a thread stands is a fold: what is not named stays, and who speaks has it back', () => {
  const at = (seq: number): number => events[seq - 1]?.at ?? 0;
  const after = (seq: number): unknown => foldAll(events.slice(0, seq)).placed;
  expect(after(7)).toEqual({ place: 'list', at: 0, pinned: false });
  expect(after(8)).toEqual({ place: 'list', at: 0, pinned: true });
  expect(after(9)).toEqual({ place: 'bin', at: at(9), pinned: true });
  expect(after(10)).toEqual({ place: 'list', at: at(10), pinned: true });
});

test('[issue 13] a rewind takes back what was said, not where the thread stands', () => {
  const back = { v: 1, thread: 'put-away-and-back', type: 'thread.rewound', to: 2, seq: 10, at: 0 } as const;
  const binned = foldAll(events.slice(0, 9));
  const rewound = foldAll([...events.slice(0, 9), back]);
  expect([rewound.log.length < binned.log.length, rewound.placed]).toEqual([true, binned.placed]);
});

test('[issue 13] the summary names only what is unusual', () => {
  const after = (seq: number): unknown =>
    summaryOf(events.slice(0, seq).reduce(foldListed, newListedThread('put-away-and-back')));
  const about = { title: 'Colours', status: 'completed', calls: 0, failed: 0, waiting: 0, approvals: 0, workedMs: 400 };
  expect(after(7)).toEqual(about);
  expect(after(9)).toEqual({ ...about, pinned: true, place: 'bin', placedAt: events[8]?.at });
});

test('[issue 13] being put where it is already does not begin its time anew', () => {
  const bin = { v: 1, thread: 'put-away-and-back', type: 'thread.placed', place: 'bin' } as const;
  const twice = [...events.slice(0, 9), { ...bin, seq: 10, at: 9_999_999_999_999 }];
  expect(foldAll(twice).placed.at).toBe(events[8]?.at);
});

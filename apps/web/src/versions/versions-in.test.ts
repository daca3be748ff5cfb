import { threadOf } from '@toolthread/core';
import type { EventDraft, LedgerEvent, Thread } from '@toolthread/core';
import { expect, test } from 'vitest';
import { pathTo, versionLevel, versionsIn } from './versions-in.ts';

const said = (text: string): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  delivery: 'now',
  parts: [{ type: 'text', text }],
});
const rewound = (to: number): EventDraft => ({ type: 'thread.rewound', to });

const answered = (step: number): readonly EventDraft[] => [
  { type: 'agent.step.started', step },
  { type: 'agent.step.completed', step, finish_reason: 'stop' },
];

/** One is said otherwise; then, after it, a second message; then one again, and once more. */
const drafts: readonly EventDraft[] = [
  { type: 'thread.created' }, // 1
  said('one'),
  ...answered(1),
  rewound(1), // 5
  said('two'),
  ...answered(2),
  said('second'), // 9
  ...answered(3),
  rewound(8), // 12
  said('second, otherwise'),
  ...answered(4),
  rewound(1), // 16
  said('three'),
  ...answered(5),
  rewound(1), // 20
  said('four'),
  ...answered(6),
];
const events = drafts.map((draft, at): LedgerEvent => ({ at, ...draft, v: 1, thread: 't', seq: at + 1 }));

const upTo = (end: number): Thread => threadOf(events.slice(0, end));

type Way = (chosen: number | undefined) => readonly number[];

function looked(path: readonly number[]): { readonly numbers: readonly string[]; readonly way: Way } {
  let base = upTo(events.length);
  const levels = path.map((end, at) => {
    const level = versionLevel(base, end, path.slice(0, at));
    if (level === undefined) throw new Error(`no version ends with ${end}`);
    const pair = [level, base] as const;
    base = upTo(end);
    return pair;
  });
  const versions = [...versionsIn(base, levels).values()].map(({ ends, shown }) => `${shown + 1}/${ends.length}`);
  const all = levels.map(([level]) => level);
  return { numbers: versions.toSorted(), way: (chosen) => pathTo(chosen, all, path) };
}

test('[issue 13] a message has the same number of versions, however deep the one is that is looked at', () => {
  expect(looked([]).numbers).toEqual(['4/4']);
  expect(looked([4]).numbers).toEqual(['1/4']);
  expect(looked([19]).numbers).toEqual(['3/4']);
  // Two, with its second message said otherwise; and before that.
  expect(looked([15]).numbers).toEqual(['2/2', '2/4']);
  expect(looked([15, 11]).numbers).toEqual(['1/2', '2/4']);
});

test('[issue 13] from a version in a version there is a way to each that is named beside it, and to the newest', () => {
  const { way } = looked([15, 11]);
  expect([15, 4, 19, undefined].map((end) => way(end))).toEqual([[15], [4], [19], []]);
  expect(looked([15]).way(11)).toEqual([15, 11]);
});

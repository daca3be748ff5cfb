import { threadOf, timeline } from '@toolthread/core';
import type { Item, Thread, Timeline } from '@toolthread/core';
import { expect, test } from 'vitest';
import { readGolden } from '@toolthread/core/testing';
import { courseOf } from './course.ts';

/** The items of sections and child runs too. */
function allItems(items: Timeline['items']): readonly Item[] {
  return items.toArray().flatMap((item) => {
    if (item.kind === 'section') return [item, ...allItems(item.items)];
    if (item.kind !== 'group') return [item];
    const runs = item.entries.toArray().flatMap((entry) => (entry.kind === 'call' ? entry.children : []));
    return [item, ...runs.flatMap((run) => allItems(run.items))];
  });
}

const nested = (thread: Thread): readonly Item[] =>
  allItems(timeline(thread).items).filter(
    ({ key, kind }) => !/^\d+$/.test(key) && (kind === 'group' || kind === 'answer'),
  );

test.each(['team-of-three-with-consensus', 'child-run'] as const)(
  '[issue 13] what stands in a section or a child run has its own steps, and places to go back to: %s',
  (name) => {
    const thread = threadOf(readGolden(name));
    const items = nested(thread);
    expect(items.length).toBeGreaterThan(1);
    for (const item of items) {
      const course = courseOf(thread, item);
      const scopes = course?.places.map(({ step }) => step?.scope) ?? [];
      // Not the steps of whoever started it.
      expect([item.key, scopes.length > 0, scopes.includes(undefined)]).toEqual([item.key, true, false]);
      for (const { rewind, fork } of course?.places ?? []) expect(rewind ?? thread.state.seq).toBe(fork);
    }
  },
);

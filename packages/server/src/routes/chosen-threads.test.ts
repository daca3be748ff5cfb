import { exampleSummary } from '@toolthread/core/testing';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { ListPage } from '@toolthread/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chosen, chosenThreads } from './chosen-threads.ts';

const conditions: readonly Partial<ThreadSummary>[] = [
  { status: 'running' },
  { status: 'queued' },
  { status: 'completed' },
  { status: 'failed' },
  { status: 'cancelled' },
  { waiting: 1 },
  {},
];

/** A list of so many threads, page by page as the ledger gives it. */
function listOf(all: readonly ThreadSummary[]): {
  reads: number;
  listThreads: Parameters<typeof chosenThreads>[0]['listThreads'];
} {
  const list = {
    reads: 0,
    listThreads: async ({ limit, before }: ListPage) => {
      const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before.id) + 1;
      list.reads += limit;
      return { ok: true as const, value: all.slice(from, from + limit) };
    },
  };
  return list;
}

async function whole(all: readonly ThreadSummary[], chosen: Omit<Chosen, 'before'>): Promise<readonly string[]> {
  const list = listOf(all);
  const seen: string[] = [];
  for (let before: ThreadSummary | undefined; ;) {
    const page = await chosenThreads(list, { ...chosen, before });
    if (!page.ok) throw new Error(page.error.message);
    expect(page.value.threads.length).toBeLessThanOrEqual(chosen.limit);
    seen.push(...page.value.threads.map(({ id }) => id));
    before = page.value.last;
    if (before === undefined) return seen;
  }
}

test('[issue 13] whatever is chosen and however large the pages are: each that fits once, in the order of the list', async () => {
  const thread = fc.record({
    kind: fc.nat({ max: conditions.length - 1 }),
    age: fc.nat({ max: 50 }),
    pinned: fc.boolean(),
  });
  const property = fc.asyncProperty(
    fc.array(thread, { maxLength: 40 }),
    fc.constantFrom('working', 'waiting', 'failed', 'stopped', 'done', 'idle', undefined),
    fc.nat({ max: 60 }),
    fc.integer({ min: 1, max: 7 }),
    async (made, state, since, limit) => {
      const all = made
        .map(({ kind, age, pinned }, n) =>
          exampleSummary(`t${n}`, {
            ...conditions[kind],
            updatedAt: age,
            ...(pinned ? { pinned: true as const } : {}),
          }),
        )
        .sort((a, b) => Number(b.pinned === true) - Number(a.pinned === true) || b.updatedAt - a.updatedAt);
      const found = await whole(all, { limit, state, since });
      const words = { working: [0, 1], done: [2], failed: [3], stopped: [4], waiting: [5], idle: [6] };
      const fits = (thread: ThreadSummary): boolean =>
        thread.updatedAt >= since &&
        (state === undefined || words[state].includes(made[Number(thread.id.slice(1))]?.kind ?? -1));
      expect(found).toEqual(all.filter(fits).map(({ id }) => id));
    },
  );
  await fc.assert(property);
});

test('[issue 13] an answer looks at some thousands of threads at most, and says where to go on', async () => {
  const all = Array.from({ length: 9000 }, (_, n) =>
    exampleSummary(`t${n}`, { status: n === 8999 ? 'failed' : 'completed', updatedAt: 9000 - n }),
  );
  const list = listOf(all);
  const first = await chosenThreads(list, { limit: 100, state: 'failed', since: 0 });
  expect(first).toMatchObject({ ok: true, value: { threads: [], last: { id: expect.any(String) } } });
  expect(list.reads).toBeLessThanOrEqual(2100);
  expect(await whole(all, { limit: 100, state: 'failed', since: 0 })).toEqual(['t8999']);
});

test('[issue 13] by agent and by folder; an empty name is where nobody chose', async () => {
  const all = [
    exampleSummary('a', { agent: 'demo', project: '/x' }),
    exampleSummary('b', { agent: 'team' }),
    exampleSummary('c', { project: '/x' }),
    exampleSummary('d'),
  ];
  const found = (chosen: Partial<Chosen>): Promise<readonly string[]> =>
    whole(all, { limit: 2, state: undefined, since: 0, ...chosen });
  expect(await found({ agent: 'demo' })).toEqual(['a']);
  expect(await found({ agent: '' })).toEqual(['c', 'd']);
  expect(await found({ project: '/x' })).toEqual(['a', 'c']);
  expect(await found({ project: '/x', agent: '' })).toEqual(['c']);
});

/** What is shown of a thread without reading it. */
import type { EventDraft } from '@toolthread/core';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { ThreadPlaced } from '@toolthread/core/events';
import { exampleSummary } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import { message, newThread, type Open, start, unwrap } from './start.ts';

export function listContract(open: Open): void {
  describe('the list', () => {
    test('says title, times and counts, the newest first', async () => {
      const { ledger, thread, clock } = await start(open);
      clock.now = 2000;
      const other = await newThread(ledger);
      clock.now = 3000;
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.status', status: 'running' },
          { type: 'agent.step.started', step: 1 },
          { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'x', arguments: '' },
          { type: 'agent.tool.called', step: 1, part: 1, call: 'b', name: 'x', arguments: '' },
          { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed' },
          { type: 'request.opened', request: 'r', kind: 'approval', call: 'b', step: 1 },
        ]),
      );
      expect(unwrap(await ledger.listThreads({ limit: 10 }))).toEqual([
        exampleSummary(thread, {
          title: 'A thread',
          createdAt: 1000,
          updatedAt: 3000,
          seq: 7,
          status: 'running',
          calls: 2,
          failed: 1,
          waiting: 1,
          approvals: 1,
          unfinished: true,
        }),
        exampleSummary(other, { createdAt: 2000, updatedAt: 2000, approvals: 0 }),
      ]);
      expect(unwrap(await ledger.thread(thread))).toEqual(unwrap(await ledger.listThreads({ limit: 10 }))[0]);
    });

    test('[B.6 9] page by page it gives every thread once, also those of one moment', async () => {
      const { ledger, thread, clock } = await start(open);
      const made = [thread];
      for (let n = 0; n < 40; n += 1) {
        clock.now += n % 3 === 0 ? 1 : 0;
        made.push(await newThread(ledger));
      }
      for (const limit of [1, 7, 40, 41, 100]) {
        const seen: ThreadSummary[] = [];
        for (;;) {
          const page = unwrap(await ledger.listThreads({ limit, before: seen.at(-1) }));
          expect(page.length).toBeLessThanOrEqual(limit);
          seen.push(...page);
          if (page.length < limit) break;
        }
        expect(seen.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
        expect(seen.map(({ updatedAt }) => updatedAt)).toEqual(
          seen.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b - a),
        );
      }
    });

    test('[issue 13] pinned ones come first, page by page; the archive and the bin are lists of their own; nothing moves by being placed or renamed', async () => {
      const { ledger, thread, clock } = await start(open);
      const made = [thread, ...(await laterThreads(11, ledger, clock))];
      clock.now += 1;
      const placed = async (n: number, what: Pick<ThreadPlaced, 'place' | 'pinned'>): Promise<void> => {
        unwrap(await ledger.append(made[n] ?? '', [{ type: 'thread.placed', ...what }]));
      };
      for (const n of [2, 5, 8]) await placed(n, { pinned: true });
      for (const n of [3, 5]) await placed(n, { place: 'archive' });
      await placed(4, { place: 'bin' });
      unwrap(await ledger.append(made[0] ?? '', [{ type: 'thread.renamed', title: 'Another title' }]));
      const orders = { list: [8, 2, 11, 10, 9, 7, 6, 1, 0], archive: [5, 3], bin: [4] };
      for (const place of ['list', 'archive', 'bin'] as const) {
        for (const limit of [1, 2, 5, 100]) {
          const seen: ThreadSummary[] = [];
          for (;;) {
            const page = unwrap(await ledger.listThreads({ limit, place, before: seen.at(-1) }));
            seen.push(...page);
            if (page.length < limit) break;
          }
          expect([place, seen.map(({ id }) => made.indexOf(id))]).toEqual([place, orders[place]]);
        }
      }
      const [archived] = unwrap(await ledger.listThreads({ limit: 1, place: 'archive' }));
      expect(archived).toMatchObject({ pinned: true, place: 'archive', placedAt: clock.now, updatedAt: clock.now - 7 });
      expect(unwrap(await ledger.listThreads({ limit: 1 }))[0]).not.toHaveProperty('place');
      // Whoever speaks in it has it back, and then something has happened.
      unwrap(await ledger.append(made[4] ?? '', [message('still there?')]));
      expect(unwrap(await ledger.listThreads({ limit: 3 })).map(({ id }) => made.indexOf(id))).toEqual([8, 2, 4]);
    });

    test('[B.6 9] what happens between two pages moves a thread up, and leaves no other out', async () => {
      const { ledger, thread, clock } = await start(open);
      const made = [thread, ...(await laterThreads(9, ledger, clock))];
      const first = unwrap(await ledger.listThreads({ limit: 4 }));
      clock.now += 1;
      // The last one shown, one not shown yet, and a new one.
      unwrap(await ledger.append(made[6] ?? '', [message('x')]));
      unwrap(await ledger.append(made[2] ?? '', [message('x')]));
      await newThread(ledger);
      const rest = unwrap(await ledger.listThreads({ limit: 10, before: first.at(-1) }));
      const ids = (list: readonly ThreadSummary[]): number[] => list.map(({ id }) => made.indexOf(id));
      expect([ids(first), ids(rest)]).toEqual([
        [9, 8, 7, 6],
        [5, 4, 3, 1, 0],
      ]);
      expect(ids(unwrap(await ledger.listThreads({ limit: 3 })))).toContain(2);
    });

    test('after a rewind it says what is left', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one'), { type: 'agent.step.started', step: 1 }]));
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'x', arguments: '' },
          { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed' },
          { type: 'thread.rewound', to: 2 },
        ]),
      );
      expect(unwrap(await ledger.thread(thread))).toMatchObject({ calls: 0, failed: 0, seq: 6 });
    });
  });

  describe('members that do not show their calls', () => {
    const scope = 'agent:coder';
    const call = (id: string, part: number, at = scope): readonly EventDraft[] => [
      { type: 'agent.tool.called', scope: at, step: 1, part, call: id, name: 'x', arguments: '' },
      { type: 'agent.tool.completed', scope: at, step: 1, call: id, outcome: 'failed' },
    ];
    const opening: readonly EventDraft[] = [
      { type: 'scope.opened', scope, kind: 'member', name: 'Coder', show_tool_calls: false },
      { type: 'agent.step.started', scope, step: 1 },
      ...call('c1', 0),
      { type: 'scope.opened', scope: 'child:c2', kind: 'child', name: 'Child', parent: { call: 'c2', scope } },
      { type: 'agent.step.started', scope: 'child:c2', step: 1 },
      ...call('c3', 0, 'child:c2'),
    ];

    test('the list does not count them, nor those of their child runs, nor after a rewind', async () => {
      const { ledger, thread } = await start(open);
      unwrap(
        await ledger.append(thread, [...opening, { type: 'agent.status', scope: 'child:c2', status: 'completed' }]),
      );
      const none = { calls: 0, failed: 0 };
      expect(unwrap(await ledger.thread(thread))).toMatchObject(none);
      unwrap(await ledger.append(thread, [message('one'), { type: 'thread.rewound', to: 11 }]));
      expect(unwrap(await ledger.thread(thread))).toMatchObject(none);
      unwrap(
        await ledger.append(thread, [
          { type: 'scope.opened', scope: 'agent:pm', kind: 'member', name: 'PM' },
          { type: 'agent.step.started', scope: 'agent:pm', step: 1 },
          ...call('c1', 0, 'agent:pm'),
          ...call('c9', 1),
        ]),
      );
      expect(unwrap(await ledger.thread(thread))).toMatchObject({ calls: 1, failed: 1 });
    });

    test('who opened a scope is found wherever a reader begins', async () => {
      const { ledger, thread, reopen } = await start(open);
      const other = await newThread(ledger);
      unwrap(await ledger.append(thread, opening));
      const again = await reopen();
      expect(unwrap(await again.scopes(thread, 0)).map(({ seq }) => seq)).toEqual([2, 6]);
      expect(unwrap(await again.scopes(thread, 2))).toMatchObject([{ type: 'scope.opened', scope: 'child:c2' }]);
      expect(unwrap(await again.scopes(other, 0))).toEqual([]);
    });
  });
}

/** One after the other, each a moment later. */
async function laterThreads(count: number, ledger: Ledger, clock: { now: number }): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) {
    clock.now += 1;
    made.push(await newThread(ledger));
  }
  return made;
}

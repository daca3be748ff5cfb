import type { ThreadPage, ThreadSummary } from '@toolthread/client';
import { exampleSummary } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFirst, mergeNext } from './merge-first.ts';

/** A server with a list, page by page as the real one gives it. */
function startList(limit: number): {
  touch: (id: string) => void;
  pin: (id: string) => void;
  page: (before?: string) => ThreadPage;
  all: () => string[];
} {
  let clock = 0;
  const at = new Map<string, number>();
  const pins = new Set<string>();
  const sorted = (): ThreadSummary[] =>
    [...at]
      .map(([id, updatedAt]) => summary(id, updatedAt, pins.has(id)))
      .sort((a, b) => pinOf(b) - pinOf(a) || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
  return {
    touch: (id) => at.set(id, (clock += 1)),
    pin: (id) => void (pins.delete(id) || (at.has(id) && pins.add(id))),
    all: () => sorted().map(({ id }) => id),
    page: (before) => {
      const [pin = '', time = '', id = ''] = before?.split('.') ?? [];
      const rest = sorted().filter(
        (thread) =>
          before === undefined ||
          pinOf(thread) < Number(pin) ||
          (pinOf(thread) === Number(pin) &&
            (thread.updatedAt < Number(time) || (thread.updatedAt === Number(time) && thread.id < id))),
      );
      const threads = rest.slice(0, limit);
      const last = threads.length < limit ? undefined : threads.at(-1);
      return { threads, next: last === undefined ? undefined : `${pinOf(last)}.${last.updatedAt}.${last.id}` };
    },
  };
}

const summary = (id: string, updatedAt: number, pinned: boolean): ThreadSummary =>
  exampleSummary(id, { updatedAt, ...(pinned ? { pinned } : {}) });
const pinOf = ({ pinned }: ThreadSummary): number => Number(pinned === true);

test('[B.6 9] whatever happens between the pages: no thread twice, and read to the end none is missing', () => {
  const act = fc.oneof(
    fc.nat({ max: 30 }).map((n) => ({ kind: 'touch', n }) as const),
    fc.nat({ max: 30 }).map((n) => ({ kind: 'pin', n }) as const),
    fc.constant({ kind: 'refresh' } as const),
    fc.constant({ kind: 'more' } as const),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (acts, limit) => {
      const list = startList(limit);
      for (let n = 0; n < 12; n += 1) list.touch(`t${n}`);
      let known = mergeFirst(undefined, list.page());
      for (const one of acts) {
        if (one.kind === 'touch') list.touch(`t${one.n}`);
        if (one.kind === 'pin') list.pin(`t${one.n}`);
        if (one.kind === 'refresh') known = mergeFirst(known, list.page());
        if (one.kind === 'more' && known.next !== undefined) known = mergeNext(known, list.page(known.next));
        expect(new Set(known.threads.map(({ id }) => id)).size).toBe(known.threads.length);
      }
      known = mergeFirst(known, list.page());
      while (known.next !== undefined) known = mergeNext(known, list.page(known.next));
      expect(new Set(known.threads.map(({ id }) => id))).toEqual(new Set(list.all()));
      expect(known.threads.slice(0, limit).map(({ id }) => id)).toEqual(list.all().slice(0, limit));
    }),
  );
});

test('[issue 13] a thread that is pinned no more, and so moves down, is not lost', () => {
  const list = startList(2);
  for (let n = 0; n < 6; n += 1) list.touch(`t${n}`);
  list.pin('t1');
  let known = mergeFirst(undefined, list.page());
  while (known.next !== undefined) known = mergeNext(known, list.page(known.next));
  list.pin('t1');
  known = mergeFirst(known, list.page());
  while (known.next !== undefined) known = mergeNext(known, list.page(known.next));
  expect(known.threads.map(({ id }) => id)).toEqual(list.all());
});

test('a thread that is touched below one that is pinned is not lost', () => {
  const list = startList(2);
  for (let n = 0; n < 6; n += 1) list.touch(`t${n}`);
  let known = mergeFirst(undefined, list.page());
  list.pin('t0');
  known = mergeFirst(known, list.page());
  for (const id of ['t6', 't1']) list.touch(id);
  known = mergeFirst(known, list.page());
  while (known.next !== undefined) known = mergeNext(known, list.page(known.next));
  expect(known.threads.map(({ id }) => id)).toEqual(list.all());
});

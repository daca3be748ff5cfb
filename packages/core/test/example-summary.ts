import type { ThreadSummary } from '@toolthread/core/summary';

/** A thread in a list, in which nothing has happened yet but what `change` says. `exampleSummary('t1', { title: 'Parser' })` */
export function exampleSummary(id: string, change: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    id,
    title: undefined,
    createdAt: 0,
    updatedAt: 0,
    seq: 1,
    status: undefined,
    calls: 0,
    failed: 0,
    waiting: 0,
    workedMs: 0,
    unfinished: false,
    damage: undefined,
    ...change,
  };
}

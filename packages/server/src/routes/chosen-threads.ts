import { threadCondition, type ThreadCondition, type ThreadSummary } from '@toolthread/core/summary';
import { eventLoop, type Ledger, type ListPage, type Result, type Role } from '@toolthread/store';
import { z } from 'zod';

/** In which state a thread of the list is, for those who choose by it. */
export const listState = z.enum(['working', 'open', 'waiting', 'failed', 'stopped', 'done', 'idle']);
type ListState = z.infer<typeof listState>;

const STATES: { readonly [condition in ThreadCondition]: ListState } = {
  damaged: 'failed',
  waiting: 'waiting',
  asking: 'working',
  queued: 'working',
  working: 'working',
  open: 'open',
  failed: 'failed',
  stopped: 'stopped',
  done: 'done',
  idle: 'idle',
};

/** What is looked for in a list; without it, everything. */
export interface Chosen extends ListPage {
  readonly state: ListState | undefined;
  /** Only those in which something happened since, in milliseconds. */
  readonly since: number;
  /** Only those of this agent, or in this folder; `""`: those for which nobody chose. */
  readonly agent?: string;
  readonly project?: string;
  /** What whoever looks may do in a thread in which they have this role. Absent or undefined: everything. */
  readonly may?: (role: Role | undefined) => readonly string[] | undefined;
}

export interface ChosenPage {
  readonly threads: readonly ThreadSummary[];
  /** Up to where the list was read; undefined at its end. */
  readonly last: ThreadSummary | undefined;
}

/** This many threads are looked at for one answer: whoever looks for few among many asks again, and nobody else waits. */
const MOST_LOOKED_AT = 2000;

/** `await chosenThreads(ledger, { limit: 100, state: 'failed', since: 0 })`: at most `limit`, and fewer where they are rare. */
export async function chosenThreads(
  ledger: Pick<Ledger, 'listThreads'>,
  { state, since, agent, project, may, limit, before, ...list }: Chosen,
): Promise<Result<ChosenPage>> {
  const now = Date.now();
  const threads: ThreadSummary[] = [];
  let last: ThreadSummary | undefined;
  for (let looked = 0; looked < MOST_LOOKED_AT;) {
    await eventLoop.next();
    const page = await ledger.listThreads({ ...list, limit, before: last ?? before });
    if (!page.ok) return page;
    for (const { role, ...row } of page.value) {
      const acts = may?.(role);
      const thread = acts === undefined ? row : { ...row, may: acts };
      looked += 1;
      last = thread;
      // Those above the others are not in the order of their times.
      if (thread.updatedAt < since && thread.pinned !== true) return { ok: true, value: { threads, last: undefined } };
      const fits =
        thread.updatedAt >= since &&
        (state === undefined || STATES[threadCondition(thread, now)] === state) &&
        (agent === undefined || (thread.agent ?? '') === agent) &&
        (project === undefined || (thread.project ?? '') === project);
      if (fits) threads.push(thread);
      if (threads.length === limit) return { ok: true, value: { threads, last } };
    }
    if (page.value.length < limit) return { ok: true, value: { threads, last: undefined } };
  }
  return { ok: true, value: { threads, last } };
}

import { threadsIn } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';

/** Every other thread that has events of this one, or of which this one has: forks, what they were made of, and forks of those. By id. */
export async function forkFamily(ledger: Pick<Ledger, 'read'>, place: string, id: string): Promise<readonly string[]> {
  const threads = await threadsIn(place);
  const near = new Map<string, Set<string>>();
  const join = (one: string, other: string): void => void near.set(one, (near.get(one) ?? new Set()).add(other));
  for (const thread of threads.ok ? (threads.value ?? []) : []) {
    const first = await ledger.read(thread.id, { after: 0, limit: 1 });
    const created = first.ok ? first.value[0] : undefined;
    if (created?.type !== 'thread.created' || created.origin === undefined) continue;
    join(thread.id, created.origin.thread);
    join(created.origin.thread, thread.id);
  }
  const family = new Set([id]);
  // What is added while it is walked through is walked through, too.
  for (const member of family) for (const other of near.get(member) ?? []) family.add(other);
  family.delete(id);
  return [...family].toSorted();
}

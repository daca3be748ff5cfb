import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeLease, Nodes, Result } from '@toolthread/store';

/** After so long without a word from a node others take its runs over. */
export const LEASE_MS = 15_000;
/** A node that lives renews its lease within this time, at the latest. */
const WATCH_MS = 5000;
const LOOK_MS = 250;

/**
 * Why no node may begin under that name: another process works under it, as it says again while we look. One that was killed says nothing
 * more; its name can be taken over.
 *
 * @example
 * const nobody = { lease: async () => ({ ok: true as const, value: undefined }) };
 * await nodeNameProblem(nobody, 'a'); //=> undefined
 */
export async function nodeNameProblem(nodes: Pick<Nodes, 'lease'>, name: string): Promise<string | undefined> {
  const first = leaseIn(await nodes.lease(name));
  const silentMs = first === undefined ? Infinity : LEASE_MS - first.leftMs;
  for (let waited = silentMs; first !== undefined && waited < WATCH_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const now = leaseIn(await nodes.lease(name));
    if (now === undefined) return undefined;
    if (now.life !== first.life || now.until > first.until)
      return `Another process works as node "${name}" on this database. Each node needs a name of its own.`;
  }
  return undefined;
}

/** Whoever wants something of a database that cannot be reached is told so. */
function leaseIn(answer: Result<NodeLease | undefined>): NodeLease | undefined {
  return answer.ok ? answer.value : undefined;
}

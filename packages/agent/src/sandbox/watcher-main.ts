/** The program of the watcher: `watcher-main.ts KNOWN`. It reads what else to watch, a line each, until the server is gone. */
import { createInterface } from 'node:readline';
import { disarmRepositories } from './git/disarm-repositories.ts';
import { allEnded } from './all-ended.ts';
import { endStrays } from '../process/end-strays.ts';
import { forgetGroup } from '../process/keep-group.ts';
import type { Told, Watched } from './watch.ts';

const known: readonly Watched[] = JSON.parse(process.argv[2] ?? '[]');
const watched = new Map(known.map((one) => [one.mark, one]));
for await (const line of createInterface({ input: process.stdin })) {
  const told: Told = JSON.parse(line);
  if ('watch' in told) watched.set(told.watch.mark, told.watch);
  else watched.delete(told.unwatch);
}
// Each on its own: what goes wrong with one leaves no other running.
await Promise.allSettled([...watched.values()].map(end));

async function end({ mark, group, first, guard }: Watched): Promise<void> {
  if (group !== undefined) killGroup(group);
  await endStrays(mark);
  if (group !== undefined) forgetGroup(mark);
  if (guard === undefined) return;
  await allEnded(first);
  await disarmRepositories(guard);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    return;
  }
}

/** The program of the watcher: `watcher-main.ts KNOWN`. It reads what else to watch, a line each, until the server is gone or says nothing any more. */
import { createInterface } from 'node:readline';
import { disarmRepositories } from './git/disarm-repositories.ts';
import { endInside } from './end-inside.ts';
import { endStrays } from '../process/end-strays.ts';
import { kill } from '../process/kill.ts';
import { forgetGroup } from '../process/keep-group.ts';
import type { Told, Watched } from './watch.ts';

const known: readonly Watched[] = JSON.parse(process.argv[2] ?? '[]');
/** For what is in the pipe to be read. */
const READ_MS = 200;
const watched = new Map(known.map((one) => [one.mark, one]));
let heard = performance.now();
let silence: NodeJS.Timeout | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  const told: Told = JSON.parse(line);
  if ('watch' in told) watched.set(told.watch.mark, told.watch);
  else if ('unwatch' in told) watched.delete(told.unwatch);
  else hear(told.beat);
}
clearTimeout(silence);
await endAll();

/** Each on its own: what goes wrong with one leaves no other running. */
async function endAll(): Promise<void> {
  const all = [...watched.values()];
  watched.clear();
  await Promise.allSettled(all.map(end));
}

function hear(nextWithinMs: number | null): void {
  heard = performance.now();
  clearTimeout(silence);
  if (nextWithinMs === null) return;
  // This process may have been as slow as the other: what has come meanwhile is read before it is judged.
  silence = setTimeout(() => {
    silence = setTimeout(() => void (performance.now() - heard >= nextWithinMs && endAll()), READ_MS);
  }, nextWithinMs);
}

async function end({ mark, group, first, guard }: Watched): Promise<void> {
  if (group !== undefined) kill(-group);
  await endStrays(mark);
  await endInside(first);
  if (group !== undefined || first !== undefined) forgetGroup(mark);
  if (guard !== undefined) await disarmRepositories(guard);
}

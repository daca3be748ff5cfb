import { setTimeout as sleep } from 'node:timers/promises';
import { processesIn } from './processes-in.ts';
import type { Left } from './processes-in.ts';

/** A process that is about to end has this long, on a busy machine too. */
const PATIENCE_MS = 15_000;

/** What is still running in the folder when all that was ending has ended. It is ended now. */
export async function endLeft(folder: string): Promise<readonly Left[]> {
  const until = performance.now() + PATIENCE_MS;
  let left = processesIn(folder) ?? [];
  while (left.length > 0 && performance.now() < until) {
    await sleep(100);
    left = processesIn(folder) ?? [];
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue;
    }
  }
  return left;
}

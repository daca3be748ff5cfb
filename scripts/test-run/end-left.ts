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
  kill(left);
  return left;
}

/** Ends all that runs in the folder, and what that starts meanwhile. */
export async function endNow(folder: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (killIn(folder) > 0 && performance.now() < until) await sleep(50);
}

/** Gives how many there were. */
export function killIn(folder: string): number {
  const left = processesIn(folder) ?? [];
  kill(left);
  return left.length;
}

function kill(left: readonly Left[]): void {
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue;
    }
  }
}

import { readFile } from 'node:fs/promises';
import { kill } from '../process/kill.ts';
import { isOver, isThere, lifeOf } from '../process/own-life.ts';

/** The first process inside of a sandbox, as it is known outside. */
export interface First {
  readonly pid: number;
  /** With `lifeOf`: nobody else who gets its number later is taken for it. */
  readonly life: string;
}

/** `firstInside(4711)`, while it is known to be there. */
export function firstInside(pid: number): First {
  return { pid, life: lifeOf(String(pid)) };
}

/**
 * `await endInside(first)`: everything in its sandbox ends with it, and the kernel keeps it until the last one is gone. bubblewrap outside ends before, and
 * should take it along. But a command is the same user: it can hold the first process as a debugger does, and take it out of its group and from
 * bubblewrap's end.
 */
export async function endInside(first: First | undefined): Promise<void> {
  if (first === undefined) return;
  const { pid, life } = first;
  while (life === '' ? await isAlive(pid) : !isOver(life)) {
    if (lifeOf(String(pid)) === life) kill(pid);
    await new Promise((passed) => setTimeout(passed, 5));
  }
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return !/^\d\d* \(.*\) [ZX]/s.test(stat);
  } catch {
    return isThere(pid);
  }
}

import { readFile } from 'node:fs/promises';

/**
 * `await allEnded(first)`: the kernel keeps the first process of a sandbox until the last one is gone. bubblewrap itself ends a moment
 * before, and in that moment something could still be written.
 */
export async function allEnded(first: number | undefined): Promise<void> {
  if (first === undefined) return;
  while (await isAlive(first)) await new Promise((passed) => setTimeout(passed, 5));
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return !/^\d\d* \(.*\) [ZX]/s.test(stat);
  } catch {
    return isThere(pid);
  }
}

/** This needs no file descriptor, because there may be none left. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

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
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat !== '' && !/^\d+ \(.*\) [ZX]/s.test(stat);
}

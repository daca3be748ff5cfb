import { readFileSync, writeFileSync } from 'node:fs';

/** The most that `work` makes resident in a process, in MB, over what it had before. Linux alone tells the most. */
export async function grownMemory(pid: number | 'self', work: () => Promise<unknown>): Promise<number> {
  // The kernel forgets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = megabytes(pid, 'VmRSS');
  await work();
  return megabytes(pid, 'VmHWM') - before;
}

function megabytes(pid: number | 'self', what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

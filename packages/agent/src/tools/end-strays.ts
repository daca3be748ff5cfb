import { readdir, readFile } from 'node:fs/promises';

/** The variable that every process of one command inherits. */
export const STRAY_MARK = 'TOOLTHREAD_COMMAND';

const ROUNDS = 5;

/**
 * Ends what a command left running in a session of its own, where no signal to its group reaches: found by the mark in
 * its environment. Where there is no `/proc`, or the process has hidden its mark, it stays.
 */
export async function endStrays(mark: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const strays = await marked(`${STRAY_MARK}=${mark}`);
    if (strays.length === 0) return;
    for (const pid of strays) kill(pid);
  }
}

async function marked(entry: string): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(entry) ? [pid] : [];
    }),
  );
  return found.flat();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

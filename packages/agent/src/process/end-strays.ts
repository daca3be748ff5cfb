/** Ends processes that tools left running and that no signal to a group reaches. They are found by a mark in their environment. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { forgetGroup, groupsOfEarlierLives } from './keep-group.ts';
import { kill } from './kill.ts';
import { isOver, ownLife } from './own-life.ts';

/** The variable that every process of one command, or of one MCP server, inherits. */
export const STRAY_MARK = 'TOOLTHREAD_COMMAND';
/** The variable that identifies a watcher and the server that it belongs to. */
export const WATCHER_MARK = 'TOOLTHREAD_WATCHES';

const ROUNDS = 5;

/** It names the process that it belongs to. When that has ended, every process with the mark is a stray. */
export function newMark(): string {
  return `${randomUUID()}.${ownLife}`;
}

/** Where there is no `/proc`, or the process has hidden its mark, it stays. */
export async function endStrays(mark: string): Promise<void> {
  await endAll((value) => value === mark);
}

const LONGEST_WAIT_MS = 30_000;

/**
 * Ends what dead servers have left running here, before it is recorded as interrupted. Waits for their watchers that are still
 * cleaning up.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * const ledger = await openLedger({ file: `${exampleFolder()}/ledger.db` });
 * // Now this process owns the ledger, and no other server works on it.
 * await endStraysOfEarlierLives();
 * // Only after this does a runner say which calls were interrupted: createRunner({ ledger, … }).recover()
 * if (ledger.ok) await ledger.value.close();
 */
export async function endStraysOfEarlierLives(): Promise<void> {
  await endAll((value) => isOver(value.split('.')[1] ?? ''));
  for (const [mark, group] of groupsOfEarlierLives()) {
    // The first process of a sandbox leads a group only if it has made itself one.
    if (group !== undefined) for (const target of [-group, group]) kill(target);
    // Only now: if we are killed before this line, the next process does it.
    forgetGroup(mark);
  }
  const until = performance.now() + LONGEST_WAIT_MS;
  while ((await marked(WATCHER_MARK, isOver)).length > 0 && performance.now() < until) {
    await new Promise((passed) => setTimeout(passed, 20));
  }
}

async function endAll(isStray: (value: string) => boolean): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const strays = await marked(STRAY_MARK, isStray);
    if (strays.length === 0) return;
    // A negative id means the group that the process leads, if it leads one. It includes processes that have hidden their mark.
    for (const pid of strays) for (const target of [-pid, pid]) kill(target);
  }
}

async function marked(name: string, matches: (value: string) => boolean): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((pid) => /^\d\d*$/.test(pid)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      const value = environment.split('\0').find((entry) => entry.startsWith(`${name}=`));
      return value !== undefined && matches(value.slice(name.length + 1)) ? [pid] : [];
    }),
  );
  return found.flat();
}

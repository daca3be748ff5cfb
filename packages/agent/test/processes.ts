import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'vitest';

/** `PID COMMAND LINE` of each process whose command line holds the mark. */
export function alive(mark: string): string[] {
  return processes().filter((line) => line.includes(mark));
}

let known: readonly string[] | undefined;

/** Read, not asked of `ps`, and once for all who ask in the same moment: tests ask often, and of several marks. */
function processes(): readonly string[] {
  if (known !== undefined) return known;
  queueMicrotask(() => (known = undefined));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return (known = pids.map((pid) => `${pid} ${commandLine(pid)}`));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return 'ended meanwhile';
  }
}

/** Those who really sleep, not those whose command line tells them to: of these there are some before the command has begun. */
export function sleepers(mark: string): number {
  return alive(`sleep ${mark}`).filter((line) => /^\d+ sleep \d+$/.test(line)).length;
}

let marks = 0;

/** A number of seconds that no other test sleeps, so that its sleepers can be found. */
export function longSleep(): string {
  marks += 1;
  return `86${process.pid}${marks}${Date.now() % 1000}`;
}

export async function until(holds: () => boolean): Promise<void> {
  const patience = performance.now() + 300_000;
  while (!holds() && performance.now() < patience) await new Promise((done) => setTimeout(done, 50));
  expect(holds()).toBe(true);
}

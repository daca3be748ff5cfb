import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';

/** Processes whose command line holds the mark; the one who asks is not among them. */
export function alive(mark: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(mark) && !line.includes('ps -eo'));
}

let marks = 0;

/** A number of seconds that no other test sleeps, so that its sleepers can be found. */
export function longSleep(): string {
  marks += 1;
  return `86${process.pid}${marks}${Date.now() % 1000}`;
}

export async function until(holds: () => boolean): Promise<void> {
  const patience = performance.now() + 50_000;
  while (!holds() && performance.now() < patience) await new Promise((done) => setTimeout(done, 10));
  expect(holds()).toBe(true);
}

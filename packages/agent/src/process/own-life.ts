/** The life of a process, as another one can tell it: by its number and by when it began, within one namespace of numbers. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Of this process; empty if there is no `/proc`. */
export const ownLife: string = lifeOf('self');

/** `lifeOf('4711')`; empty if it is over, or if that cannot be seen. */
export function lifeOf(pid: string): string {
  return lookAt(pid) ?? '';
}

/** Undefined: that it is over is not certain. There may be no descriptor left to read it. */
function lookAt(pid: string): string | undefined {
  try {
    const [, number = '', state = '', rest = ''] =
      /^(\d\d*) \(.*\) (.) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    if (number === '' || state === 'Z' || state === 'X') return '';
    const beganAt = rest.split(' ')[18] ?? '';
    return `${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}-${number}-${beganAt}`;
  } catch (error) {
    return error instanceof Error && 'code' in error && GONE.has(error.code) ? '' : undefined;
  }
}

const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH']);

/** True only of a life in this system of numbers that is over. Of another one nothing is known. */
export function isOver(life: string): boolean {
  const [system = '', pid = ''] = life.split('-');
  if (ownLife === '' || system !== ownLife.split('-')[0] || !/^\d\d*$/.test(pid)) return false;
  const now = lookAt(pid);
  return now !== undefined && now !== life;
}

/** The identity of a process, as another process can check it: its number and its start time, within one namespace of process numbers. */
import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '@toolthread/core/json';

/** Of this process; empty if there is no `/proc`. */
export const ownLife: string = lifeOf('self');

/** `lifeOf('4711')`; empty if the process has ended, or if this cannot be seen. */
export function lifeOf(pid: string): string {
  return lookAt(pid) ?? '';
}

/** Undefined: there is such a process, and there may be no file descriptor left to read which one. */
function lookAt(pid: string): string | undefined {
  try {
    const [, number = '', state = '', rest = ''] =
      /^(\d\d*) \(.*\) (.) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    if (number === '' || state === 'Z' || state === 'X') return '';
    const beganAt = rest.split(' ')[18] ?? '';
    return `${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}-${number}-${beganAt}`;
  } catch (error) {
    return GONE.has(codeOf(error)) || !isThere(Number(pid)) ? '' : undefined;
  }
}

/** Whether a process has that number, be it one that has ended and is still listed. This needs no file descriptor. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return codeOf(error) === 'EPERM';
  }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ESRCH']);

/** True only for a process of this namespace that has ended. Nothing is known about those of another one. */
export function isOver(life: string): boolean {
  const [system = '', pid = ''] = life.split('-');
  if (ownLife === '' || system !== ownLife.split('-')[0] || !/^\d\d*$/.test(pid)) return false;
  const now = lookAt(pid);
  return now !== undefined && now !== life;
}

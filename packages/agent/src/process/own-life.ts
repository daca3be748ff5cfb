/** The identity of a process, as another process can check it: its number and its start time, within one namespace of process numbers. */
import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '@toolthread/core/json';

/** Of this process; empty if there is no `/proc`. */
export const ownLife: string = lifeOf('self');

/** `lifeOf('4711')`; empty if the process has ended, or if this cannot be seen. */
export function lifeOf(pid: string): string {
  return lookAt(pid) ?? '';
}

/** Undefined: it is not certain that the process has ended. There may be no file descriptor left to read it. */
function lookAt(pid: string): string | undefined {
  try {
    const [, number = '', state = '', rest = ''] =
      /^(\d\d*) \(.*\) (.) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    if (number === '' || state === 'Z' || state === 'X') return '';
    const beganAt = rest.split(' ')[18] ?? '';
    return `${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}-${number}-${beganAt}`;
  } catch (error) {
    return GONE.has(codeOf(error)) ? '' : undefined;
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

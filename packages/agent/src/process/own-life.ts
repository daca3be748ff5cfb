/** The life of a process, as another one can tell it: by its number and by when it began, within one namespace of numbers. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Of this process; empty where there is no `/proc`. */
export const ownLife: string = lifeOf('self');

/** `lifeOf('4711')`; empty where it is over. */
export function lifeOf(pid: string): string {
  try {
    const [, number = '', state = '', rest = ''] =
      /^(\d+) \(.*\) (.) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    if (number === '' || state === 'Z' || state === 'X') return '';
    const beganAt = rest.split(' ')[18] ?? '';
    return `${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}-${number}-${beganAt}`;
  } catch {
    return '';
  }
}

/** True only of a life in this system of numbers that is over. Of another one nothing is known. */
export function isOver(life: string): boolean {
  const [system = '', pid = ''] = life.split('-');
  if (ownLife === '' || system !== ownLife.split('-')[0] || !/^\d+$/.test(pid)) return false;
  return lifeOf(pid) !== life;
}

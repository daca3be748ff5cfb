import { statSync } from 'node:fs';

/** `120:1770000000000`, empty if there is nothing. */
export function stampOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}

/** A clock of files ticks some hundred times a second: of what was written a moment ago, more may be written with the same stamp. */
const SETTLED_MS = 1000;

/** A database with the file beside it that holds what is newest. Before it is settled, its stamp may stay the same after another change. */
export function databaseStamp(path: string): { readonly stamp: string; readonly isSettled: boolean } {
  // Reading leaves an empty one behind.
  const stamps = [path, `${path}-wal`].map(stampOf).map((stamp) => (stamp.startsWith('0:') ? '' : stamp));
  const isSettled = stamps.every((stamp) => Number(stamp.split(':')[1] ?? 0) < Date.now() - SETTLED_MS);
  return { stamp: stamps.join(' '), isSettled };
}

/**
 * What git would run, as it was found when a command began. While the command runs it can take a link away by which git gets there, so that
 * nobody who looks meanwhile finds it. File tools still do not write there.
 */
import { isBelow } from './byte-path.ts';

const kept = new Set<readonly string[]>();

/** `const done = keepNow(paths)`, byte paths, and `done()` when the command has ended and links are put back. */
export function keepNow(paths: readonly string[]): () => void {
  const own = [...paths];
  kept.add(own);
  return () => void kept.delete(own);
}

/** It, or something around it. */
export function isKeptNow(path: string): boolean {
  return [...kept].some((paths) => paths.some((one) => path === one || isBelow(path, one)));
}

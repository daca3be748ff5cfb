/** A thread of its own: however different two texts are, the event loop of the others goes on. */
import { parentPort } from 'node:worker_threads';
import { compareLines } from './compare-lines.ts';
import type { Comparison } from './compare-lines.ts';

parentPort?.on('message', ({ id, comparison }: { readonly id: number; readonly comparison: Comparison }) => {
  parentPort?.postMessage({ id, hunks: compareLines(comparison) });
});

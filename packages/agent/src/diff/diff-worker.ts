/** A worker thread: a comparison that takes long does not block the event loop. */
import { parentPort } from 'node:worker_threads';
import { compareLines } from './compare-lines.ts';
import type { Comparison } from './compare-lines.ts';

parentPort?.on('message', ({ id, comparison }: { readonly id: number; readonly comparison: Comparison }) => {
  parentPort?.postMessage({ id, hunks: compareLines(comparison) });
});

import { Worker } from 'node:worker_threads';
import type { StructuredPatchHunk } from 'diff';
import { compareLines } from './compare-lines.ts';
import type { Comparison } from './compare-lines.ts';

type Hunks = readonly StructuredPatchHunk[] | undefined;

/** Up to this many lines are compared in the calling thread: at worst this takes a millisecond or two. */
const FEW_LINES = 200;
/** Longer texts are not compared: nobody reads such a difference. */
const MOST_LINES = 100_000;

/** `await lineDiff({ before, after, context: 3, ms: 200 })`: undefined if the texts are too long or too different. */
export async function lineDiff(comparison: Comparison): Promise<Hunks> {
  const lines = lineCount(comparison.before) + lineCount(comparison.after);
  if (lines > MOST_LINES) return undefined;
  return lines <= FEW_LINES ? compareLines(comparison) : elsewhere(comparison);
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** One for the process, begun when it is first needed. */
let worker: Worker | undefined;
const waiting = new Map<number, (hunks: Hunks) => void>();
let asked = 0;

function elsewhere(comparison: Comparison): Promise<Hunks> {
  return new Promise((resolve) => {
    asked += 1;
    waiting.set(asked, resolve);
    worker ??= start();
    worker.ref();
    worker.postMessage({ id: asked, comparison });
  });
}

function start(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './diff-worker.ts' : './diff-worker.js';
  const started = new Worker(new URL(file, import.meta.url));
  started.on('message', ({ id, hunks }: { readonly id: number; readonly hunks: Hunks }) => {
    waiting.get(id)?.(hunks);
    waiting.delete(id);
    // It does not keep the process alive.
    if (waiting.size === 0) started.unref();
  });
  // Out of memory, or not started: there is no difference to give, and the next caller gets a new worker.
  const end = (): void => {
    if (worker !== started) return;
    worker = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  };
  started.on('error', end);
  started.on('exit', end);
  return started;
}

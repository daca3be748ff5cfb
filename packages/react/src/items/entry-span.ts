import { STEP } from './step.ts';

/** Which entries of a long list are mounted: `from` is the first, `to` is behind the last. */
export interface EntrySpan {
  readonly from: number;
  readonly to: number;
}

/** However many a reader asks for, no more are mounted than this ([L5]): the others go at the far end. */
const MOST = 180;

/** Undefined: nobody has gone anywhere, and the newest are shown. Whoever sees the end goes on seeing it. */
export function spanOf(chosen: EntrySpan | undefined, length: number): EntrySpan {
  if (chosen === undefined) return { from: Math.max(0, length - STEP), to: length };
  const to = chosen.to === Infinity ? length : Math.min(chosen.to, length);
  return { from: Math.max(0, Math.min(chosen.from, to), to - MOST), to };
}

/** `earlier({ from: 140, to: 200 }, 200)` is `{ from: 80, to: Infinity }`: the end is still in it. */
export function earlier({ from, to }: EntrySpan, length: number): EntrySpan {
  const first = Math.max(0, from - STEP);
  return open({ from: first, to: Math.min(to, first + MOST) }, length);
}

export function later({ from, to }: EntrySpan, length: number): EntrySpan {
  const end = Math.min(length, to + STEP);
  return open({ from: Math.max(from, end - MOST), to: end }, length);
}

/** The entry, with some before and after it. */
export function around(entry: number, length: number): EntrySpan {
  const from = Math.max(0, Math.min(entry - STEP / 2, length - STEP));
  return open({ from, to: Math.min(length, from + STEP) }, length);
}

function open(span: EntrySpan, length: number): EntrySpan {
  return span.to >= length ? { from: span.from, to: Infinity } : span;
}

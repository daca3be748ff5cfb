/** Stretches of time: joined, taken from one another, and growing. */
import { Vector } from '../../structure/vector.ts';

/** From when to when, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** Longer gaps between records do not count as work: the computer may have been off. */
export const LONGEST_GAP_MS: number = 5 * 60_000;

/** As they came. They mostly grow at their end, or follow it: one more costs the same however many there are, and in whatever order ([L5]). */
export interface Spans {
  readonly before: Vector<Span>;
  readonly last: Span | undefined;
}

export const NO_SPANS: Spans = { before: Vector.empty(), last: undefined };

export function withSpan(spans: Spans, [from, to]: Span): Spans {
  const { before, last } = spans;
  if (last === undefined) return { before, last: [from, to] };
  if (from > last[1] || to < last[0]) return { before: before.append(last), last: [from, to] };
  if (from >= last[0] && to <= last[1]) return spans;
  return { before, last: [Math.min(from, last[0]), Math.max(to, last[1])] };
}

/** In their order, none of them touching another. */
export function spansIn({ before, last }: Spans): readonly Span[] {
  return last === undefined ? [] : joined([...before, last]);
}

/** In their order, none of them touching another: `joined([[3, 9], [0, 5]])` is `[[0, 9]]`. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else all.push([from, to]);
  }
  return all;
}

/** Of spans as `joined` gives them. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** What of spans is before a time. */
export function until(end: number, spans: readonly Span[]): readonly Span[] {
  return spans.flatMap(([from, to]): readonly Span[] => (from < end ? [[from, Math.min(to, end)]] : []));
}

/** What is left of spans outside of others; both as `joined` gives them: `without([[0, 9]], [[3, 5]])` is `[[0, 3], [5, 9]]`. */
export function without(spans: readonly Span[], holes: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const [from, to] of spans) {
    while ((holes[next]?.[1] ?? Infinity) <= from) next += 1;
    let at = from;
    for (let index = next; at < to; index += 1) {
      const [begin, end] = holes[index] ?? [Infinity, Infinity];
      if (Math.min(begin, to) > at) left.push([at, Math.min(begin, to)]);
      at = Math.max(at, end);
      if (begin >= to) break;
    }
  }
  return left;
}

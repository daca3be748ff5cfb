/** When there was work, from the times of what was recorded. */
import type { Span } from './work-clock.ts';

export const LONGEST_GAP_MS: number = 5 * 60_000;

/** Of times in their order. After a pause that is longer, the first five minutes of it count. */
export function workTimes(times: Iterable<number>): readonly Span[] {
  const spans: Span[] = [];
  let from: number | undefined;
  let last = 0;
  for (const at of times) {
    if (from !== undefined && at - last > LONGEST_GAP_MS) {
      spans.push([from, last + LONGEST_GAP_MS]);
      from = at;
    }
    from ??= at;
    last = at;
  }
  return from === undefined || from === last ? spans : [...spans, [from, last]];
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

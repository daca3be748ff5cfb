/** Where one is among the places: the one that was shown last, while the reader is still there. */
export interface Standing {
  readonly key: string | undefined;
  /** The item at the top of what is in sight. */
  readonly top: number;
}

interface Stop {
  readonly index: number;
  readonly source: { readonly key: string };
}

/** The place after, or before, where one is; behind the last comes the first again. Undefined if there is none at all. */
export function nextStop(stops: readonly Stop[], { key, top }: Standing, by: 1 | -1): number | undefined {
  if (stops.length === 0) return undefined;
  const at = key === undefined ? -1 : stops.findIndex(({ source }) => source.key === key);
  if (at >= 0) return (at + by + stops.length) % stops.length;
  const next = by === 1 ? stops.findIndex(({ index }) => index > top) : stops.findLastIndex(({ index }) => index < top);
  if (next >= 0) return next;
  return by === 1 ? 0 : stops.length - 1;
}

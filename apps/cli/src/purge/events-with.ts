import type { LedgerEvent } from '@toolthread/core';

type Delta = Extract<LedgerEvent, { readonly offset: number; readonly text: string }>;

/**
 * The events that hold these words, by seq: as they are, or as they are in JSON. Words that came in pieces are found in the pieces
 * together. `hashes` are blobs that hold them.
 */
export function eventsWith(
  events: readonly LedgerEvent[],
  words: string,
  hashes: ReadonlySet<string>,
): readonly number[] {
  const forms = [words, JSON.stringify(words).slice(1, -1)];
  const whole = events.filter((event) =>
    textsIn(event).some((text) => hashes.has(text) || forms.some((form) => text.includes(form))),
  );
  const found = new Set([...whole.map(({ seq }) => seq), ...piecesWith(events, forms)]);
  return [...found].toSorted((a, b) => a - b);
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function piecesWith(events: readonly LedgerEvent[], forms: readonly string[]): readonly number[] {
  const parts = Map.groupBy(events.filter(isDelta), partOf);
  return [...parts.values()].flatMap((pieces) => {
    const text = pieces.map((piece) => piece.text).join('');
    const spots = forms.flatMap((form) => spotsOf(text, form));
    let from = 0;
    return pieces.flatMap((piece) => {
      const [begin, end] = [from, (from += piece.text.length)];
      return spots.some((spot) => spot.from < end && spot.to > begin) ? [piece.seq] : [];
    });
  });
}

function isDelta(event: LedgerEvent): event is Delta {
  return 'offset' in event && 'text' in event;
}

function partOf(delta: Delta): string {
  const { type, scope, run, step } = delta;
  return JSON.stringify([type, scope, run, step, 'part' in delta ? delta.part : delta.call]);
}

function spotsOf(text: string, words: string): readonly { readonly from: number; readonly to: number }[] {
  const spots: { from: number; to: number }[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    spots.push({ from: at, to: at + words.length });
  return spots;
}

/** Words nearer to each other than this count as together. */
const TOGETHER = 120;
/** Of a word that is in a text more often, the first are enough. */
const MOST = 10_000;

/**
 * Where to begin to read, of a text that has all of the words: where they are together. Where they are apart, at the rarest of them. Undefined if one is missing.
 *
 * @example
 * import { wordsPattern } from '@toolthread/core/lines';
 * const patterns = ['the', 'parser'].map((word) => wordsPattern(word));
 * wordsBegin('the lexer, the parser', patterns); //=> 11
 */
export function wordsBegin(text: string, patterns: readonly RegExp[]): number | undefined {
  const [only] = patterns;
  if (only === undefined) return 0;
  if (patterns.length === 1) return placeIn(text.search(only));
  const lists = patterns.map((pattern) => placesOf(text, pattern));
  if (lists.some((places) => places.length === 0)) return undefined;
  const rarest = lists.reduce((few, list) => (list.length < few.length ? list : few));
  const nearest = nearestOf(lists);
  const [from = 0, to = 0] = [nearest.at(0), nearest.at(-1)];
  return to - from <= TOGETHER ? from : nearest.find((place) => rarest.includes(place));
}

function placeIn(found: number): number | undefined {
  return found === -1 ? undefined : found;
}

function placesOf(text: string, { source }: RegExp): readonly number[] {
  const places: number[] = [];
  for (const { index } of text.matchAll(new RegExp(source, 'giu'))) {
    places.push(index);
    if (places.length === MOST) break;
  }
  return places;
}

/** One place of each list, those with the least between the first and the last of them, in order. */
function nearestOf(lists: readonly (readonly number[])[]): readonly number[] {
  const all = lists.flatMap((places, list) => places.map((place) => ({ place, list })));
  const newest = new Map<number, number>();
  let best: readonly number[] = [];
  let least = Infinity;
  for (const { place, list } of all.toSorted((one, other) => one.place - other.place)) {
    newest.set(list, place);
    if (newest.size < lists.length) continue;
    const between = place - Math.min(...newest.values());
    if (between >= least) continue;
    least = between;
    best = [...newest.values()].toSorted((one, other) => one - other);
  }
  return best;
}

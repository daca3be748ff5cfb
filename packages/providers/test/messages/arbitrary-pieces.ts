import fc from 'fast-check';

/** Arguments with all that a parser would change: spaces, order, escapes, numbers. */
export const RAW_ARGUMENTS = '{ "b" : 1.0,\n"a":"\\u00e9\\ud83d" , "1":12345678901234567890}';

/** A text in up to six pieces. */
export function arbitraryPieces(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.nat(text.length), { maxLength: 5 }).map((cuts) => {
    const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
    return places.slice(1).map((end, index) => text.slice(places[index], end));
  });
}

const MOST_NAMED = 5;

/** `firstNames(['a.ts', 'b.ts']) === 'a.ts, b.ts'`; after five it says that there are more. */
export function firstNames(names: readonly string[]): string {
  return names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '');
}

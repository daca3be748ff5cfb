/** `firstFew(['a', 'b', 'c'], 2)` is `['a', 'b', 'and 1 more']`. `which`: what is said of the others. */
export function firstFew(names: readonly string[], most: number, which = ''): readonly string[] {
  const others = names.length - most;
  return others > 0 ? [...names.slice(0, most), `and ${others} more${which}`] : names;
}

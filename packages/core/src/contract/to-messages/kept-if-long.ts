/** Texts longer than this are kept, because a second copy would cost too much. */
const LONG = 16_384;

/**
 * `keptIfLong(make)`: a text that is made of a value that never changes, made once where it is long. However many readers are in the middle of it, they
 * hold the same.
 */
export function keptIfLong<From extends object, Text extends string | undefined>(
  make: (from: From) => Text,
): (from: From) => Text {
  const kept = new WeakMap<From, Text>();
  return (from) => {
    const known = kept.get(from);
    if (known !== undefined) return known;
    const made = make(from);
    if (made !== undefined && made.length > LONG) kept.set(from, made);
    return made;
  };
}

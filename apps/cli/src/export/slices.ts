/** A text is written so many characters at a time. */
export const SLICE: number = 256 * 1024;

/** Shorter pieces are nearly never slices of a long text. */
const SHORT = 1024;

/** One text may have a hundred megabytes: its copies would be as many. No character is cut in two. */
export function* slices(text: string): Iterable<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + SLICE;
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1;
    const slice = text.slice(from, to);
    yield slice.length < SHORT ? slice : copyOf(slice);
  }
}

/** In UTF-16; one for all, because what is allocated for each would be in memory until somebody looks for it. */
const COPY = Buffer.alloc(2 * (SLICE + 1));

/** A slice of the engine keeps the whole text that it was cut from: one that waits for the next text would hold two. */
function copyOf(slice: string): string {
  return COPY.toString('utf16le', 0, COPY.write(slice, 'utf16le'));
}

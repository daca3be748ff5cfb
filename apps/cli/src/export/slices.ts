/** A text is written so many characters at a time. */
export const SLICE: number = 256 * 1024;

/** One text may have a hundred megabytes: its copies would be as many. No character is cut in two. */
export function* slices(text: string): Iterable<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + SLICE;
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1;
    yield text.slice(from, to);
  }
}

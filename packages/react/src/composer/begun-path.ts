/** What of a file's path is before the cursor, behind an `@`. */
export interface BegunPath {
  /** Where its `@` is. */
  readonly at: number;
  readonly words: string;
}

/** `begunPath('look at @src/pa', 15)` gives `{ at: 8, words: 'src/pa' }`. */
export function begunPath(text: string, cursor: number): BegunPath | undefined {
  const [found, words] = /(?:^|[\s(])@([^\s@]{0,300})$/.exec(text.slice(0, cursor)) ?? [];
  return found === undefined || words === undefined ? undefined : { at: cursor - words.length - 1, words };
}

/** The path in place of what was begun, and where the cursor goes. The `@` goes too: it would name a member that is called as a folder is. */
export function withPath(
  text: string,
  { at, words }: BegunPath,
  path: string,
): { readonly text: string; readonly cursor: number } {
  const named = /\s/.test(path) ? JSON.stringify(path) : path;
  const rest = text.slice(at + 1 + words.length);
  const before = `${text.slice(0, at)}${named}`;
  return { text: `${before} ${rest.replace(/^ /, '')}`, cursor: before.length + 1 };
}

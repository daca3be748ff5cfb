/** Before a text that is written in another way. */
const MARK = '\u0001';

/**
 * PostgreSQL keeps no NUL, SQLite of Node 22 reads no further than to one, and half of a surrogate pair would become another character: such a text, of which
 * only a key can be one, is written as JSON behind a mark. No two texts become the same.
 */
export function storableText(text: string): string {
  // With `u` a whole pair is one character.
  const isUnlike = text.startsWith(MARK) || text.includes('\0') || /\p{Surrogate}/u.test(text);
  return isUnlike ? MARK + JSON.stringify(text) : text;
}

/** What `storableText` was given. */
export function textStored(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  const text: unknown = JSON.parse(stored.slice(MARK.length));
  return typeof text === 'string' ? text : stored;
}

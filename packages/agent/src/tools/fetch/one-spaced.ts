/** A pattern that is found a million times in one text takes a hundred megabytes. */
const PIECE = 64 * 1024;

/** White space is one space, and none where one is before it: `oneSpaced('a \\n b') === 'a b'` */
export function oneSpaced(text: string, isAfterSpace = false): string {
  const pieces: string[] = [];
  let isSpaced = isAfterSpace;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE).replace(/\s\s*/g, ' ');
    pieces.push(isSpaced && piece.startsWith(' ') ? piece.slice(1) : piece);
    if (piece !== '') isSpaced = piece.endsWith(' ');
  }
  return pieces.join('');
}

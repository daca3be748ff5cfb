/**
 * Words as they are, in capitals or not, on one line or on several. It is for composed letters (NFC).
 *
 * @example
 * wordsPattern('exit code').test('Exit\n code 1'); //=> true
 */
export function wordsPattern(words: string, flags: 'iu' | 'giu' = 'iu'): RegExp {
  const literal = words.normalize('NFC').replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  return new RegExp(literal.replace(/\s\s*/g, String.raw`\s{1,100000}`), flags);
}

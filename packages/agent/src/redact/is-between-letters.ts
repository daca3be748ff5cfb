/** What may be between any two letters of a secret: blanks, and the signs that are drawn for them. */

/** Unicode calls no blank a blank of braille, and pictures of blanks neither: `␠`, `␢`, `␣`, `␤`, `␉`, `␊`, `␍`. */
const BLANKS = /[\s\u2800\u2420\u2422-\u2424\u2409\u240a\u240d]/g;

const IS_BETWEEN = new Uint8Array(65_536);
for (const { index } of Array.from(IS_BETWEEN, (_, code) => String.fromCharCode(code))
  .join('')
  .matchAll(BLANKS))
  IS_BETWEEN[index] = 1;

/** Of a character code. */
export function isBetweenLetters(code: number): boolean {
  return IS_BETWEEN[code] === 1;
}

/** `withoutBlanks('a b\n') === 'ab'` */
export function withoutBlanks(text: string): string {
  return text.replace(BLANKS, '');
}

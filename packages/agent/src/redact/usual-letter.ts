/** The usual letter for each that only looks otherwise: full-width, mathematical, circled, raised, another dash. Unicode says which they are (NFKC), but for a few. */

/** Blocks that have such letters. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0xa0, 0xbf],
  [0x2b0, 0x2ff],
  [0x1d00, 0x1dbf],
  [0x2000, 0x214f],
  [0x2160, 0x217f],
  [0x2460, 0x24ff],
  [0x2c60, 0x2c7f],
  [0xa7f0, 0xa7ff],
  [0xfe10, 0xfe6f],
  [0xff00, 0xffef],
];

/** Of these Unicode says nothing: they are A to Z. */
const ALPHABETS: readonly number[] = [0x1f110, 0x1f150, 0x1f170, 0x1f1e6];

const USUAL = Uint16Array.from({ length: 65_536 }, (_, code) => code);
for (const [first, last] of BLOCKS)
  for (let code = first; code <= last; code += 1) USUAL[code] = plainOf(String.fromCharCode(code)) ?? code;

/** In brackets, with a dot, or white on black: 1 to 9, and a to z. */
for (const [first, count, usual] of [
  [0x2474, 9, 0x31],
  [0x2488, 9, 0x31],
  [0x24f5, 9, 0x31],
  [0x2776, 9, 0x31],
  [0x2780, 9, 0x31],
  [0x278a, 9, 0x31],
  [0x249c, 26, 0x61],
  [0x24ff, 1, 0x30],
] as const)
  for (let n = 0; n < count; n += 1) USUAL[first + n] = usual + n;

/** Hyphens, dashes and minuses, of which it says nothing either: `&dash;` of HTML is one. */
const DASHES: readonly (readonly [number, number])[] = [
  [0x2010, 0x2015],
  [0x2043, 0x2043],
  [0x2212, 0x2212],
  [0x2e3a, 0x2e3b],
];
for (const [first, last] of DASHES) USUAL.fill(0x2d, first, last + 1);

/** Blocks in which letters are large and small. */
const CASED: readonly (readonly [number, number])[] = [
  [0x41, 0x58f],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13ff],
  [0x1c80, 0x1cbf],
  [0x1e00, 0x1fff],
  [0x2c00, 0x2dff],
  [0xa640, 0xa7ff],
];

const SMALL = Uint16Array.from({ length: 65_536 }, (_, code) => code);
for (const [first, last] of CASED) {
  for (let code = first; code <= last; code += 1) {
    const small = String.fromCharCode(code).toLowerCase();
    if (small.length === 1) SMALL[code] = small.charCodeAt(0);
  }
}

/** Of a character code: that of the usual letter. */
export function usualLetter(code: number): number {
  return USUAL[code] ?? code;
}

/** Of a character code: that of the small letter. */
export function smallLetter(code: number): number {
  return SMALL[code] ?? code;
}

/** It may be the first half of such a letter. */
export function isHalfLetter(code: number): boolean {
  return code === 0xd835 || code === 0xd83c || code === 0xd83e;
}

/** `letterOfHalves(0xd835, 0xdc1a)`: the usual letter that both halves are; undefined if they are not. */
export function letterOfHalves(first: number, second: number): number | undefined {
  if (second < 0xdc00 || second > 0xdfff) return undefined;
  const point = (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000;
  const alphabet = ALPHABETS.find((begin) => point >= begin && point < begin + 26);
  return alphabet === undefined ? plainOf(String.fromCodePoint(point)) : point - alphabet + 0x41;
}

/** `looseText('𝐀ｂC') === 'abc'` */
export function looseText(text: string): string {
  let loose = '';
  for (const character of text) {
    const first = character.charCodeAt(0);
    const both = character.length === 2 ? letterOfHalves(first, character.charCodeAt(1)) : undefined;
    if (both === undefined && character.length === 2) loose += character;
    else loose += String.fromCharCode(smallLetter(both ?? usualLetter(first)));
  }
  return loose;
}

function plainOf(character: string): number | undefined {
  const plain = character.normalize('NFKC');
  const code = plain.charCodeAt(0);
  return plain.length === 1 && code < 0x80 ? code : undefined;
}

/**
 * What programs print of a word whose letters they cannot show: `cat -v`, `vis`, `less`, editors, mail, shells and languages each have their own way.
 * Nothing for a word of usual letters: all of them show it as it is.
 */
export function drawnForms(word: string): readonly string[] {
  if (isUsual(word)) return [];
  const forms = [
    ...BYTE_WAYS.map((way) =>
      Array.from(Buffer.from(word), (byte) => drawn(byte, String.fromCharCode(byte), way)).join(''),
    ),
    ...LETTER_WAYS.map((way) => Array.from(word, (letter) => drawn(letter.codePointAt(0) ?? 0, letter, way)).join('')),
    new TextDecoder('windows-1252').decode(Buffer.from(word)),
  ];
  // Where nothing says which letter it was, enough others have to.
  return withoutUnusual(word).length < LEAST_USUAL ? forms : [...forms, ...lostForms(word)];
}

type Way = (code: number) => string;

const LEAST_USUAL = 8;

const BYTE_WAYS: readonly Way[] = [
  (byte) => `M-${underCaret(byte - 0x80)}`,
  (byte) => (byte < 0xa0 || byte === 0xff ? `\\M${underCaret(byte - 0x80)}` : `\\M-${underCaret(byte - 0x80)}`),
  (byte) => `<${hex(byte, 2)}>`,
  (byte) => `=${hex(byte, 2)}`,
];

const LETTER_WAYS: readonly Way[] = [
  (code) => `<U+${hex(code, 4)}>`,
  (code) => `U+${hex(code, 4)}`,
  (code) => `\\U${hex(code, 8)}`,
  (code) => `\\x{${hex(code, 1)}}`,
  (code) => `\\${hex(code, 1)}`,
];

/** Signs that stand for any letter or byte that could not be shown. */
function lostForms(word: string): readonly string[] {
  const bytes = Buffer.from(word).toString('latin1');
  return [word, bytes].flatMap((text) => ['?', '\ufffd', '.'].map((sign) => text.replace(UNUSUAL, sign)));
}

const UNUSUAL = /[^\0-\x7f]/gu;

function isUsual(word: string): boolean {
  return withoutUnusual(word) === word;
}

function withoutUnusual(word: string): string {
  return word.replace(UNUSUAL, '');
}

function drawn(code: number, usual: string, way: Way): string {
  return code < 0x80 ? usual : way(code);
}

function underCaret(code: number): string {
  return code < 0x20 || code === 0x7f ? `^${String.fromCharCode(code ^ 0x40)}` : String.fromCharCode(code);
}

function hex(code: number, length: number): string {
  return code.toString(16).padStart(length, '0');
}

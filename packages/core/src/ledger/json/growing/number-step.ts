import { exactNumber } from '../exact-number.ts';

/** Where in the grammar of a JSON number the reader is, after the last character it took. */
export type NumberPlace = 'minus' | 'zero' | 'integer' | 'dot' | 'fraction' | 'e' | 'sign' | 'exponent';

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** `numberStart(0x2d) === 'minus'`; undefined if no number begins so. */
export function numberStart(code: number): NumberPlace | undefined {
  return code === 0x2d ? 'minus' : afterSign(code);
}

/** `numberStep('integer', 0x2e) === 'dot'`; undefined if this character is not of the number. */
export function numberStep(place: NumberPlace, code: number): NumberPlace | undefined {
  switch (place) {
    case 'minus':
      return afterSign(code);
    case 'zero':
      return code === 0x2e ? 'dot' : exponentStart(code);
    case 'integer':
      if (isDigit(code)) return 'integer';
      return code === 0x2e ? 'dot' : exponentStart(code);
    case 'dot':
      return isDigit(code) ? 'fraction' : undefined;
    case 'fraction':
      return isDigit(code) ? 'fraction' : exponentStart(code);
    case 'e':
      if (code === 0x2b || code === 0x2d) return 'sign';
      return isDigit(code) ? 'exponent' : undefined;
    case 'sign':
    case 'exponent':
      return isDigit(code) ? 'exponent' : undefined;
    default:
      return place satisfies never;
  }
}

/** May the number end here? `mayEnd('dot') === false` */
export function mayEnd(place: NumberPlace): boolean {
  return place === 'zero' || place === 'integer' || place === 'fraction' || place === 'exponent';
}

/** What the digits so far amount to: `numberSoFar('12e+') === 12`. */
export function numberSoFar(text: string): number | string {
  return exactNumber(text.replace(/[.eE][+-]?$/, ''));
}

function afterSign(code: number): NumberPlace | undefined {
  if (code === DIGIT_0) return 'zero';
  return isDigit(code) ? 'integer' : undefined;
}

function exponentStart(code: number): NumberPlace | undefined {
  return code === 0x65 || code === 0x45 ? 'e' : undefined;
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}

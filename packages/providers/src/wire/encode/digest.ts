import { createHash } from 'node:crypto';

/** The first hexadecimal digits of a text's SHA-256, at most 64: `digest('a', 8) === 'ca978112'` */
export function digest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

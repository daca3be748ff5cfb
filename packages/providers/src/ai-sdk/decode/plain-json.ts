import { jsonOf } from '../../wire/decode/json-of.ts';
import type { Json } from '@toolthread/core/json';

/**
 * A value of JavaScript as the SDK itself sends it: dates are texts, and what is `undefined` is left out. `undefined` for what
 * cannot be written, or is too deep to be kept.
 *
 * `plainJson({ a: 1, b: undefined })` gives `{ a: 1 }`
 */
export function plainJson(value: unknown): Json | undefined {
  try {
    const written = JSON.stringify(value);
    return written === undefined ? undefined : jsonOf(JSON.parse(written));
  } catch {
    return undefined;
  }
}

import { jsonOf } from '../../wire/decode/json-of.ts';
import type { Json } from '@toolthread/core/json';

/**
 * A JavaScript value as `JSON.stringify` writes it. `undefined` if it cannot be written, or is nested too deeply.
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

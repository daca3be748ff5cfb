import { jsonFault } from '../check/json-fault.ts';
import type { Json } from './json.ts';

/**
 * A JavaScript value as `JSON.stringify` writes it. `undefined` if it cannot be written, or is nested too deeply.
 *
 * @example
 * plainJson({ a: 1, b: undefined }); //=> { a: 1 }
 */
export function plainJson(value: unknown): Json | undefined {
  try {
    const written: unknown = JSON.stringify(value);
    if (typeof written !== 'string') return undefined;
    const copy: Json = JSON.parse(written);
    return jsonFault(copy) === undefined ? copy : undefined;
  } catch {
    return undefined;
  }
}

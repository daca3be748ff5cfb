import { jsonFault } from '../check/json-fault.ts';
import type { Json } from './json.ts';
import { plainError } from './plain-error.ts';

/**
 * A JavaScript value as `JSON.stringify` writes it, an error as its message. `undefined` if it cannot be written, or is nested too deeply.
 *
 * @example
 * plainJson({ a: 1, b: undefined }); //=> { a: 1 }
 */
export function plainJson(value: unknown): Json | undefined {
  try {
    const written: unknown = JSON.stringify(value, (_, each: unknown) => plainError(each));
    if (typeof written !== 'string') return undefined;
    const copy: Json = JSON.parse(written);
    return jsonFault(copy) === undefined ? copy : undefined;
  } catch {
    return undefined;
  }
}

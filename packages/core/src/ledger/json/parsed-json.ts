import type { Json } from './json.ts';

/**
 * The value of a JSON text; undefined where the text is no JSON.
 *
 * @example
 * parsedJson('{"a":1}'); //=> { a: 1 }
 * parsedJson('{"a":'); //=> undefined
 */
export function parsedJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

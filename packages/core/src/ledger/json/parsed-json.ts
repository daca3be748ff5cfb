import { exactJson } from './exact-json.ts';
import type { Json } from './json.ts';

/**
 * The value of a JSON text, as `exactJson` reads it; undefined if the text is no JSON.
 *
 * @example
 * parsedJson('{"a":1}'); //=> { a: 1 }
 * parsedJson('{"a":'); //=> undefined
 */
export function parsedJson(text: string): Json | undefined {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

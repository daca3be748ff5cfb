import { emptyPartialJson } from './growing/partial-json.ts';
import { readFrom } from './growing/read-from.ts';
import type { Draft } from './growing/read-from.ts';

/** The fence of a call, its name, and right after it its arguments; and the end of a fence. */
const FENCE = /^```\w*\s\s*(?={\s*"name":\s*"[^"]*",\s*"arg)|\n``*$/g;

/**
 * Whether words that are beside tool calls are a leak of these calls. They are where, as far as they have arrived, they are nothing but
 * - JSON objects or arrays, one or several one after another, whole or cut off; or
 * - one fenced block of such, which begins with the name of a tool and its arguments. Any other fenced block is what a model shows on
 *   purpose.
 * `[1] I found…` only begins like JSON: `isLeakedJson('[1] I found') === false`.
 */
export function isLeakedJson(words: string): boolean {
  const trimmed = words.trim();
  // Nearly all words begin otherwise, and need not be searched.
  if (!/^[{[`]/.test(trimmed)) return false;
  const text = trimmed.replace(FENCE, '');
  let draft: Draft = { ...emptyPartialJson, malformed: text === '' };
  for (let index = 0; index < text.length && !draft.malformed;) {
    if (draft.root !== undefined) draft = { ...emptyPartialJson };
    if (draft.frame === undefined && !/[{[\s]/.test(text.charAt(index))) return false;
    index = readFrom(draft, text, index);
  }
  return !draft.malformed;
}

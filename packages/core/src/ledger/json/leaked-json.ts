import { emptyPartialJson } from './partial-json.ts';
import { readFrom } from './read-from.ts';
import type { Draft } from './read-from.ts';

/**
 * Beside tool calls, words that are JSON objects or arrays, one or several one after another, are a leak of the calls' arguments.
 * `partial`: they may still become that. `[1] I found…` only begins like JSON: `leakedJson('[1] I found') === 'none'`.
 */
export function leakedJson(words: string): 'none' | 'partial' | 'complete' {
  const text = words.trim();
  let draft: Draft = { ...emptyPartialJson, malformed: text === '' };
  for (let index = 0; index < text.length && !draft.malformed;) {
    if (draft.root !== undefined) draft = { ...emptyPartialJson };
    if (draft.frame === undefined && !'{[ \n\r\t'.includes(text.charAt(index))) return 'none';
    index = readFrom(draft, text, index);
  }
  if (draft.malformed) return 'none';
  return draft.root === undefined ? 'partial' : 'complete';
}

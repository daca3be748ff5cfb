import { emptyPartialJson, feedPartialJson, partialJsonStatus } from './partial-json.ts';

/**
 * Beside tool calls, words that are a JSON object or array are a leak of the calls' arguments. `partial`: they may still become one.
 * `[1] I found…` only begins like JSON: `leakedJson('[1] I found') === 'none'`.
 */
export function leakedJson(words: string): 'none' | 'partial' | 'complete' {
  const text = words.trim();
  if (!text.startsWith('{') && !text.startsWith('[')) return 'none';
  const status = partialJsonStatus(feedPartialJson(emptyPartialJson, text));
  return status === 'complete' || status === 'partial' ? status : 'none';
}

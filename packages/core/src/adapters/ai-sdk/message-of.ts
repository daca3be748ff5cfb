import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { compactText } from '../../text/compact-text.ts';
import { ellipsis } from '../../timeline/lines/cut-result.ts';

/** How far an error inside an error is looked for. */
const MOST_INSIDE = 5;
const MOST_CHARS = 2000;

/** What was thrown, in words: its message, or that of the error inside it; else all of it as JSON, cut; else its name. */
export function messageOf({ error, errorText }: Fields): string {
  const said = filledTextOf(errorText) ?? innerMessage(error) ?? ownWords(error);
  return ellipsis(said ?? 'It failed, and did not say why.', MOST_CHARS);
}

function innerMessage(error: unknown): string | undefined {
  let inner = error;
  for (let level = 0; level < MOST_INSIDE && isFields(inner); level += 1) {
    const message = filledTextOf(inner['message']);
    if (message !== undefined) return message;
    inner = inner['error'] ?? inner['cause'];
  }
  return filledTextOf(inner);
}

function ownWords(error: unknown): string | undefined {
  if (error === undefined || error === null || error === '') return undefined;
  const text = compactText(error, MOST_CHARS);
  if (text !== '{}' && text !== '[]') return text;
  return error instanceof Error ? error.name : undefined;
}

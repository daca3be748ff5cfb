import { asJson } from '../../contract/foreign/as-json.ts';
import { jsonText } from '../../contract/foreign/json-text.ts';
import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { plainError } from '../../ledger/json/plain-error.ts';

/** How far an error inside an error is looked for. */
const MOST_INSIDE = 5;
const MOST_CHARS = 2000;
/** Half a character, at the place of a cut. */
const HALF = /[\ud800-\udbff]$/;

/** The message of a thrown value: its own, or that of the error inside it; otherwise the value as JSON, cut; otherwise its name. */
export function messageOf({ error, errorText }: Fields): string {
  return filledTextOf(errorText) ?? innerMessage(error) ?? ownWords(error) ?? 'It failed, and did not say why.';
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
  if (typeof error === 'bigint') return error.toString();
  const plain = plainError(error);
  if (typeof plain === 'string' && plain !== error) return plain;
  const text = jsonText(asJson(error, null), MOST_CHARS);
  if (['null', '""', '{}', '[]'].includes(text)) return error instanceof Error ? filledTextOf(error.name) : undefined;
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1).replace(HALF, '')}…` : text;
}

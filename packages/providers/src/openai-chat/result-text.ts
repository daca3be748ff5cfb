import type { CompletionPart, ContentPart } from '@toolthread/core';
import { contentNote } from '../wire/content-note.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { plainText } from './media.ts';

type ResultPart = Extract<CompletionPart, { type: 'result' }>;

const ERROR = 'Error: ';

/** A result as words. Where there is no flag for an error, its text begins `Error: `. */
export function resultText(result: ResultPart): string {
  return withError(result, result.parts.map(words).join('\n'));
}

/** `withError({ isError: true }, 'no such file') === 'Error: no such file'` */
export function withError({ isError }: { readonly isError: boolean }, text: string): string {
  return isError && !text.startsWith(ERROR) ? `${ERROR}${text}` : text;
}

function words(part: ContentPart): string {
  if (part.type === 'text') return wellFormed(part.text);
  if (part.type === 'reference') return contentNote(part);
  return plainText(part) ?? contentNote(part);
}

import type { ContentPart } from '@toolthread/core';
import { contentNote } from './content-note.ts';
import { wellFormed } from './well-formed.ts';

/**
 * What a model made beside its words, in words, for providers that take no pictures from the assistant. Nothing for a
 * reference: it stands beside the words that cite it: it is for the reader, the model wrote the words.
 *
 * `generatedText({ type: 'image', media_type: 'image/png', source }) === '[image: image/png]'`
 */
export function generatedText(content: ContentPart): string | undefined {
  if (content.type === 'reference') return undefined;
  return content.type === 'text' ? wellFormed(content.text) : contentNote(content);
}

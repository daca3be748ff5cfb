import type { ContentPart } from '@toolthread/core';
import { contentNote } from './content-note.ts';

/**
 * What a model generated besides text, as text, for providers that take no images from the assistant. `undefined` for a
 * reference: it is for the reader, and the text that cites it is there already.
 *
 * `generatedText({ type: 'image', media_type: 'image/png', source }) === '[image: image/png]'`
 */
export function generatedText(content: ContentPart): string | undefined {
  if (content.type === 'reference') return undefined;
  return content.type === 'text' ? content.text.toWellFormed() : contentNote(content);
}

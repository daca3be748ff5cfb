import type { ContentPart } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';

/** What a citation points to, for the reader. */
export function sourceOf(citation: unknown): Extract<ContentPart, { type: 'reference' }> | undefined {
  const fields = fieldsOf(citation);
  const uri = textOf(fields['url']) ?? textOf(fields['source']);
  const name = textOf(fields['title']) ?? textOf(fields['document_title']) ?? uri;
  if (name === undefined) return undefined;
  return { type: 'reference', name, ...(uri === undefined ? {} : { uri }) };
}

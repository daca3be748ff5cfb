import type { ContentPart } from '@toolthread/core';
import { base64Of } from '../encode/base64.ts';
import { contentNote } from './content-note.ts';

/**
 * What a person posted or a tool returned, as text: the text of a text file, and a note for anything else.
 *
 * `contentForModel({ type: 'reference', name: 'plan.md' }) === '[reference: plan.md]'`
 */
export function contentForModel(content: ContentPart): string {
  if (content.type === 'text') return content.text.toWellFormed();
  return textIn(content) ?? contentNote(content);
}

function textIn(content: Exclude<ContentPart, { type: 'text' }>): string | undefined {
  const bytes = content.type === 'reference' ? undefined : base64Of(content.media_type, content.source);
  if (bytes?.mediaType.startsWith('text/') !== true) return undefined;
  const text = Buffer.from(bytes.data, 'base64').toString('utf8');
  if (text.trim() === '') return undefined;
  const name = (content.name ?? '').toWellFormed().trim();
  return name === '' ? text : `${name}:\n${text}`;
}

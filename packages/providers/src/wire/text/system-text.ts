import type { CompletionMessage } from '@toolthread/core/context';
import { contentNote } from './content-note.ts';

/** The text of a system message. */
export function systemText(message: CompletionMessage): string {
  const texts = message.parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'refusal') return [part.text];
    if (part.type !== 'content') return [];
    return [part.content.type === 'text' ? part.content.text : contentNote(part.content)];
  });
  return texts
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .toWellFormed();
}

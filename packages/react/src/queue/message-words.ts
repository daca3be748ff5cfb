import type { ContentPart } from '@toolthread/core';

/** What can be written again: the words of a message that is nothing but words. Undefined if it has files or pictures too. */
export function messageWords(parts: readonly ContentPart[]): string | undefined {
  const words: string[] = [];
  for (const part of parts) {
    if (part.type !== 'text') return undefined;
    words.push(part.text);
  }
  return words.join('\n\n');
}

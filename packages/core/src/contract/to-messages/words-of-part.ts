import type { Part } from '../../ledger/thread-state.ts';
import { contentsText } from '../../text/content-text.ts';

/** What a part adds to what the assistant says; undefined if it says nothing. */
export function wordsOfPart(part: Part): string | undefined {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'file':
      return part.content === undefined ? undefined : contentsText([part.content]);
    case 'source':
    case 'reasoning':
    case 'opaque':
    case 'call':
    case 'absent':
      return undefined;
    default:
      return part satisfies never;
  }
}

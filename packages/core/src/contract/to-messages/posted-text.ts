import type { MessagePosted } from '../../ledger/ledger-event.ts';
import { contentText } from './content-text.ts';

/** Authors that have a meaning of their own. Everyone else is another participant. */
export const HUMAN = '@human';
/** A notice of the program itself, as chat histories keep them. */
export const SYSTEM = '@system';

/** What was posted, as the reader of a one-to-one chat needs it: another participant's words say whose they are. */
export function postedText({ author, parts }: MessagePosted): string {
  const text = contentText(parts);
  if (author === HUMAN || author === SYSTEM) return text;
  return `[Chat from ${author.startsWith('@') ? author : `@${author}`}]: ${text}`;
}

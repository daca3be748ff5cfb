import { atName, HUMAN, SYSTEM } from '../../ledger/human.ts';
import { chatLine } from '../../text/chat-line.ts';
import type { MessagePosted } from '../../ledger/ledger-event.ts';
import { contentsText } from '../../text/content-text.ts';
import { keptIfLong } from './kept-if-long.ts';

/** What was posted, as the reader of a one-to-one chat needs it: another participant's words say whose they are. */
export const postedText: (message: MessagePosted) => string = keptIfLong(({ author, parts }) => {
  const text = contentsText(parts);
  if (author === HUMAN || author === SYSTEM) return text;
  return chatLine(atName(author), text);
});

import { SYSTEM } from '../../ledger/human.ts';
import type { MessagePosted } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { isoTime } from '../iso-time.ts';
import type { Message } from '../message.ts';
import { postedText } from './posted-text.ts';

/** What somebody said; the program's own notices are a status. */
export function postedMessage(message: MessagePosted, id: string): Message {
  const base = { id, content: postedText(message), timestamp: isoTime(message.at) };
  if (message.author === SYSTEM) return { ...base, role: 'status', metadata: { status_type: 'info' } };
  return { ...base, role: 'user' };
}

/** The id of a message that was just said: its author's if there is one, else its key. */
export function postedId({ log }: ThreadState, { seq, client_id }: MessagePosted): string {
  for (let index = log.length - 1; client_id === undefined && index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind === 'message' && entry.message.seq === seq) return entry.key;
  }
  return client_id ?? `message_${seq}`;
}

/** The lines of the chat, as one participant reads them. */
import { HUMAN } from '../../ledger/human.ts';
import type { MessagePosted } from '../../ledger/ledger-event.ts';
import { chatLine } from '../../text/chat-line.ts';
import type { CompletionPart } from '../completion-message.ts';
import type { Turns } from './turns.ts';

/** `since`: the event from which on it counts. */
export function speak(turns: Turns, message: MessagePosted, since: number): void {
  const provenance = isChat(message) ? 'chat' : 'user';
  for (const part of spokenParts(message)) turns.say(part, provenance, since);
}

function spokenParts(message: MessagePosted): readonly CompletionPart[] {
  return message.parts.map((content): CompletionPart => {
    if (content.type !== 'text') return { type: 'content', content };
    return { type: 'text', text: isChat(message) ? chatLine(message.author, content.text) : content.text };
  });
}

function isChat({ author, scope }: MessagePosted): boolean {
  return author !== HUMAN && scope === undefined;
}

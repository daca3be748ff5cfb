import type { CompletionMessage } from '../completion-message.ts';
import { onlyText } from '../completion-message.ts';
import { messagesIn } from '../parts-in.ts';
import { orphanText, Turns } from './turns.ts';

/**
 * Messages that nobody has put in order, put in order: every call has one result in the message after it, and roles alternate. A mark for
 * the cache stays with the words that it ended.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * inOrder(completionMessages(exampleState)).length; //=> 4
 */
export function inOrder(messages: readonly CompletionMessage[]): readonly CompletionMessage[] {
  const turns = new Turns();
  for (const message of messagesIn(messages)) take(turns, message);
  turns.flush();
  return turns.messages();
}

/** `take(turns, message)`: the next message of a history that nobody has put in order. */
export function take(turns: Turns, { role, parts, content, provenance, seq, cacheControl }: CompletionMessage): void {
  switch (role) {
    case 'system':
      turns.system(content, cacheControl);
      break;
    case 'assistant': {
      const own = parts.map((part) =>
        part.type === 'result' && part.runs === 'here' ? orphanText(part.name, onlyText(part.parts)) : part,
      );
      turns.answer(own, { cacheControl, ...(seq === undefined ? {} : { seq }) });
      break;
    }
    case 'user':
      for (const part of parts) {
        if (part.type === 'result' && part.runs === 'here') turns.result(part);
        else if (part.type === 'result') turns.orphan(part.name, onlyText(part.parts), seq);
        else if (part.type !== 'call') turns.say(part, provenance, seq);
      }
      turns.flush(cacheControl);
      break;
    default:
      role satisfies never;
  }
}

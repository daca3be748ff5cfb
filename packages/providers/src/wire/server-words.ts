import type { CompletionMessage, CompletionPart } from '@toolthread/core';
import { contentNote } from './content-note.ts';
import { wellFormed } from './well-formed.ts';

type CallPart = Extract<CompletionPart, { type: 'call' }>;

/** A call that another provider ran, in words: the answer around it rests on what it gave. */
export function serverWords(call: CallPart, message: CompletionMessage): string {
  const result = message.parts.find((part) => part.type === 'result' && part.callId === call.id);
  const given =
    result?.type === 'result' ? result.parts.map((part) => (part.type === 'text' ? part.text : contentNote(part))) : [];
  const outcome = given.join('\n').trim() === '' ? 'nothing' : given.join('\n');
  return wellFormed(
    `[${call.name} ran with ${call.arguments.trim() === '' ? '{}' : call.arguments} and gave: ${outcome}]`,
  );
}

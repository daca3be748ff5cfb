import type { CallPart, CompletionMessage, ResultPart } from '@toolthread/core/context';
import { contentNote } from './content-note.ts';

/** A call that another provider ran, as text: the answer after it relies on its result. */
export function serverCallText(call: CallPart, message: CompletionMessage): string {
  const given = (resultsOf(message).get(call.id)?.parts ?? [])
    .map((part) => (part.type === 'text' ? part.text : contentNote(part)))
    .join('\n');
  const args = call.arguments.trim() === '' ? '{}' : call.arguments;
  return `[${call.name} ran with ${args} and gave: ${given.trim() === '' ? 'nothing' : given}]`.toWellFormed();
}

const known = new WeakMap<CompletionMessage, ReadonlyMap<string, ResultPart>>();

function resultsOf(message: CompletionMessage): ReadonlyMap<string, ResultPart> {
  const before = known.get(message);
  if (before !== undefined) return before;
  const results = new Map<string, ResultPart>();
  for (const part of message.parts) {
    if (part.type === 'result' && !results.has(part.callId)) results.set(part.callId, part);
  }
  known.set(message, results);
  return results;
}

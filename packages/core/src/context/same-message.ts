import type { CompletionMessage, CompletionPart } from './completion-message.ts';

const known = new WeakMap<CompletionPart, CompletionMessage>();

/**
 * The object that stood for the same message before, so that whoever encodes messages can remember them by identity: a long
 * thread's next request then costs what is new in it. Parts keep their identity as long as what they are made of does.
 */
export function sameMessage(message: CompletionMessage): CompletionMessage {
  const [first] = message.parts;
  if (first === undefined) return message;
  const before = known.get(first);
  if (before !== undefined && isSame(before, message)) return before;
  known.set(first, message);
  return message;
}

function isSame(a: CompletionMessage, b: CompletionMessage): boolean {
  if (a.role !== b.role || a.seq !== b.seq || a.provenance !== b.provenance) return false;
  return a.parts.length === b.parts.length && a.parts.every((part, index) => part === b.parts[index]);
}

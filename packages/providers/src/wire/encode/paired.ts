/**
 * Histories from a ledger or a context manager are in order already, and stay the same. Any other is put in order by the
 * context's own rules: every call gets exactly one result in the message after it.
 */
import { inOrder } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart, ResultPart } from '@toolthread/core/context';

/** `encode` begins with it: `for (const message of paired(request.messages)) …` */
export function paired(messages: readonly CompletionMessage[]): readonly CompletionMessage[] {
  return isPaired(messages) ? messages : inOrder(messages);
}

function isPaired(messages: readonly CompletionMessage[]): boolean {
  const seen = new Set<string>();
  let owed: readonly string[] = [];
  let before: CompletionMessage | undefined;
  for (const message of messages) {
    // Two answers in a row: the context's own rules keep them apart.
    if (message.role === 'assistant' && before?.role === 'assistant') return false;
    before = message;
    const given = message.parts.filter(isOwedResult);
    const isFirst = given.every((result, index) => message.parts[index] === result);
    const isAnswer = given.length === owed.length && given.every(({ callId }, index) => callId === owed[index]);
    if (!isFirst || !isAnswer || !mayHold(message)) return false;
    const calls = message.parts.filter((part) => part.type === 'call');
    for (const { id } of calls) {
      if (id === '' || seen.has(id)) return false;
      seen.add(id);
    }
    owed = calls.filter(({ runs }) => runs === 'here').map(({ id }) => id);
  }
  return owed.length === 0;
}

/** Calls, and results of calls that the provider ran, are in assistant messages; results of calls that ran here, in user messages. */
function mayHold({ role, parts }: CompletionMessage): boolean {
  return parts.every((part) => {
    if (part.type === 'call') return role === 'assistant';
    return part.type !== 'result' || role === (isOwedResult(part) ? 'user' : 'assistant');
  });
}

function isOwedResult(part: CompletionPart): part is ResultPart {
  return part.type === 'result' && part.runs === 'here';
}

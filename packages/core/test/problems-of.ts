import type { CompletionMessage } from '../src/context/completion-message.ts';

/** What a provider would refuse in a history: the rules that all of them share, written apart from the code that keeps them. */
export function problemsOf(messages: readonly CompletionMessage[]): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role !== 'system' && before?.role === message.role)
      problems.push(`${index}: two ${message.role}s in a row`);
    if (message.parts.length === 0) problems.push(`${index}: empty`);
    const owed = before === undefined ? [] : callsOf(before);
    const given = resultsOf(message);
    if (owed.length > 0 && message.role !== 'user') problems.push(`${index}: calls are not answered next`);
    if (JSON.stringify(owed) !== JSON.stringify(given))
      problems.push(`${index}: owed ${owed.join()} but got ${given.join()}`);
    const firstWord = message.parts.findIndex((part) => part.type !== 'result');
    const lateResult = message.parts.findLastIndex((part) => part.type === 'result' && part.runs === 'here');
    if (firstWord !== -1 && lateResult > firstWord) problems.push(`${index}: a result after words`);
    for (const call of message.toolCalls) {
      if (ids.has(call.id) || call.id === '') problems.push(`${index}: id ${call.id} is not unique`);
      ids.add(call.id);
    }
  }
  const last = messages.at(-1);
  if (last !== undefined && callsOf(last).length > 0) problems.push('calls at the end are not answered');
  return problems;
}

function callsOf(message: CompletionMessage): string[] {
  return message.parts.flatMap((part) => (part.type === 'call' && part.runs === 'here' ? [part.id] : []));
}

function resultsOf(message: CompletionMessage): string[] {
  return message.parts.flatMap((part) => (part.type === 'result' && part.runs === 'here' ? [part.callId] : []));
}

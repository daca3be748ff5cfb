import { completionMessage, withParts } from '@toolthread/core/context';
import type { CallPart, CompletionMessage, CompletionPart, ResultPart } from '@toolthread/core/context';
import { digest } from './digest.ts';
import { ownData } from './model-id.ts';
import type { ModelId } from './model-id.ts';

/**
 * Calls that another provider ran, as calls and results like any other: every wire can carry those. The model's message ends with
 * them, their results open the next one, and it goes on after that. Their ids are ours: a provider may look for its own by theirs.
 * A message of which the target made a part stays as it is.
 */
export function asCalls(messages: readonly CompletionMessage[], target: ModelId): readonly CompletionMessage[] {
  if (!messages.some((message) => isForeign(message, target))) return messages;
  const out: CompletionMessage[] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (isForeign(message, target)) out.push(...turnsOf(message));
    else if (last?.role === 'user' && message.role === 'user') {
      const provenance = message.provenance === 'tool-results' ? 'tool-results' : 'tool-results-and-text';
      const { parts, seq, cacheControl } = message;
      out[out.length - 1] = completionMessage('user', [...last.parts, ...parts], provenance, seq, cacheControl);
    } else out.push(message);
  }
  return out;
}

function isForeign({ role, parts }: CompletionMessage, target: ModelId): boolean {
  if (role !== 'assistant' || !parts.some(isServerCall)) return false;
  return parts.every((part) => ownData(part.blob, target) === undefined);
}

function isServerCall(part: CompletionPart): part is CallPart {
  return part.type === 'call' && part.runs === 'provider';
}

function turnsOf(message: CompletionMessage): readonly CompletionMessage[] {
  const given = resultsIn(message);
  const turns: CompletionMessage[] = [];
  let said: CompletionPart[] = [];
  let results: ResultPart[] = [];
  let owesResult = false;
  const close = (): void => {
    if (results.length === 0) return;
    turns.push(completionMessage('assistant', said, message.provenance, message.seq));
    turns.push(completionMessage('user', results, 'tool-results', message.seq));
    said = [];
    results = [];
  };
  for (const part of message.parts) {
    const result = isServerCall(part) ? given.get(part.id) : undefined;
    // The results of our own calls are in the next message: a call that comes after those cannot have its result before them.
    if (isServerCall(part) && result !== undefined && !owesResult) {
      const id = `ran_${digest(part.id, 24)}`;
      said.push({ type: 'call', id, name: part.name, arguments: part.arguments, runs: 'here' });
      results.push({
        type: 'result',
        callId: id,
        name: result.name,
        parts: result.parts,
        isError: result.isError,
        runs: 'here',
      });
      given.delete(part.id);
    } else if (part.type !== 'result' || given.has(part.callId)) {
      close();
      owesResult ||= part.type === 'call' && part.runs === 'here';
      said.push(part);
    }
  }
  close();
  return said.length === 0 ? turns : [...turns, withParts(message, said)];
}

/** The first result of each id counts. */
function resultsIn({ parts }: CompletionMessage): Map<string, ResultPart> {
  const results = new Map<string, ResultPart>();
  for (const part of parts) {
    if (part.type === 'result' && part.runs === 'provider' && !results.has(part.callId)) results.set(part.callId, part);
  }
  return results;
}

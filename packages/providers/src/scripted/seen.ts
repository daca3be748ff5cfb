import { onlyText } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

/** What a script can choose its turn by. */
export interface Seen {
  /** The last thing a person said. */
  readonly prompt: string;
  /** How many of its turns since then called tools: the index of the turn to play. */
  readonly turn: number;
  /** The results of these calls, in order. */
  readonly results: readonly SeenResult[];
  /** Counts from 1: how often this model was asked for this turn. A script uses it for faults that go away. */
  readonly attempt: number;
}

/** The result of a call, as the model saw it. */
export interface SeenResult {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a script needs to know of a request: all of it follows from the messages. */
export function seenIn(messages: readonly CompletionMessage[]): Omit<Seen, 'attempt'> {
  const start = messages.findLastIndex((message) => message.role === 'user' && spokenIn(message) !== undefined);
  const since = messages.slice(start + 1);
  const spoken = messages[start];
  return {
    prompt: spoken === undefined ? '' : (spokenIn(spoken) ?? ''),
    turn: since.filter((message) => message.role === 'assistant' && calls(message)).length,
    results: since.flatMap(resultsIn),
  };
}

function spokenIn(message: CompletionMessage): string | undefined {
  return message.parts.findLast((part) => part.type === 'text')?.text;
}

function calls(message: CompletionMessage): boolean {
  return message.parts.some((part) => part.type === 'call');
}

function resultsIn(message: CompletionMessage): readonly SeenResult[] {
  return message.parts.flatMap((part) =>
    part.type === 'result' ? [{ name: part.name, text: onlyText(part.parts), isError: part.isError }] : [],
  );
}

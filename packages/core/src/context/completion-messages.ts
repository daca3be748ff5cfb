/** The ledger as the next model sees it: pairs complete, roles in turn, whatever happened. The ledger is not touched. */
import type { ThreadState } from '../ledger/thread-state.ts';
import type { CompletionMessage } from './completion-message.ts';
import type { Reading } from './turns/reading.ts';
import { threadTurns } from './turns/thread-turns.ts';

/** Whose messages they are, and how results are in them. */
export interface CompletionOptions {
  readonly scope?: string;
  /** `plain`, unless said otherwise. */
  readonly results?: Reading;
}

/**
 * The messages of the next request; with a scope, what a member of a team sees.
 *
 * @example
 * completionMessages(exampleState).map(({ role }) => role); //=> ['user', 'assistant', 'user', 'assistant']
 */
export function completionMessages(state: ThreadState, options: CompletionOptions = {}): readonly CompletionMessage[] {
  const making = completionMessagesInPieces(state, options);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/**
 * The same as `completionMessages`, with a pause after each piece of a long history: whoever makes them lets others go on there.
 *
 * @example
 * const pieces = completionMessagesInPieces(exampleState);
 * let next = pieces.next();
 * while (next.done !== true) next = pieces.next();
 * next.value.length; //=> 4
 */
export function* completionMessagesInPieces(
  state: ThreadState,
  options: CompletionOptions = {},
): Generator<undefined, readonly CompletionMessage[]> {
  const turns = yield* threadTurns(state, options.scope, options.results);
  turns.flush();
  const messages = turns.messages();
  // The caller's own work begins in a new turn of the event loop.
  yield;
  return messages;
}

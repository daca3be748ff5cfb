import type { ThreadState } from '@toolthread/core';
import { messagesInPieces } from '@toolthread/core/contract';
import { jsonPieces } from '../http/json-pieces.ts';

/** The contract's messages as a JSON list, made as it is read: a long thread's messages are never in memory all at once, nor is all of a long message. */
export function* messageTexts(state: ThreadState): Generator<string> {
  yield '[';
  let before = '';
  for (const messages of messagesInPieces(state)) {
    // Many entries have no message. They count, too.
    if (messages.length === 0) yield '';
    for (const message of messages) {
      yield before;
      yield* jsonPieces(message);
      before = ',';
    }
  }
  yield ']';
}

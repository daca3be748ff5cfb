import { setImmediate } from 'node:timers/promises';
import type { ThreadState } from '@toolthread/core';
import { completionMessagesInPieces } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

/** `await contextOf(state, scope)`: what the next request contains. In a long thread the first time takes a while. It is made in pieces, so that it does not block the event loop. */
export async function contextOf(state: ThreadState, scope: string | undefined): Promise<readonly CompletionMessage[]> {
  const making = completionMessagesInPieces(state, scope === undefined ? {} : { scope });
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
    await setImmediate();
  }
}

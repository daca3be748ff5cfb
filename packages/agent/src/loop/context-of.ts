import { setImmediate } from 'node:timers/promises';
import type { ThreadState } from '@toolthread/core';
import { completionMessagesInPieces } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

/** `await contextOf(state, scope)`: what the next model sees. In a long thread the first time takes a while: it is made in pieces, so that others go on. */
export async function contextOf(state: ThreadState, scope: string | undefined): Promise<readonly CompletionMessage[]> {
  const making = completionMessagesInPieces(state, scope === undefined ? {} : { scope });
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
    await setImmediate();
  }
}

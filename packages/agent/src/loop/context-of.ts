import { setImmediate } from 'node:timers/promises';
import type { ThreadState } from '@toolthread/core';
import { completionMessagesInPieces } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

/** `await contextOf(state, scope)`: what the next model sees. The first time in a long thread that is work: others go on meanwhile. */
export async function contextOf(state: ThreadState, scope: string | undefined): Promise<readonly CompletionMessage[]> {
  const making = completionMessagesInPieces(state, scope === undefined ? {} : { scope });
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
    await setImmediate();
  }
}

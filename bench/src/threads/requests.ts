/** The requests of a thread, ready to be made: what makes the messages is part of what is measured. */
import { completionMessages, ContextManager } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { addTo, stateAfter } from './histories.ts';
import type { Exchange } from './work.ts';

/** The thread after `steps` steps of the work, and then after each further one. Nothing of it was ever encoded. */
export type Requests = (work: readonly Exchange[], steps: number) => AsyncIterable<() => readonly CompletionMessage[]>;

export const WAYS: Readonly<Record<string, Requests>> = {
  ledger: async function* (work, steps) {
    let state = stateAfter(work.slice(0, steps));
    yield () => completionMessages(state);
    for (const [index, exchange] of work.slice(steps).entries()) {
      state = stateAfter([exchange], state, steps + index);
      yield () => completionMessages(state);
    }
  },
  'context manager': async function* (work, steps) {
    const manager = new ContextManager();
    await addTo(manager, work.slice(0, steps));
    yield () => manager.messages;
    for (const exchange of work.slice(steps)) {
      await addTo(manager, [exchange]);
      yield () => manager.messages;
    }
  },
};

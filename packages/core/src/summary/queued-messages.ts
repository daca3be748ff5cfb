import type { MessagePosted } from '../ledger/ledger-event.ts';
import type { ThreadState } from '../ledger/thread-state.ts';

/** A message of a person that can still be changed or taken back. */
export interface QueuedMessage {
  readonly message: MessagePosted;
  /** `held`: it waits for the end of the run. `said`: it is in its place, and the next step will read it. */
  readonly state: 'held' | 'said';
}

/**
 * The messages that can still be changed or taken back, in the order they were posted.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * queuedMessages(foldAll(exampleEvents.slice(0, 2))).length; //=> 1
 */
export function queuedMessages({ queue, log }: ThreadState): readonly QueuedMessage[] {
  const queued: QueuedMessage[] = [...queue.held.values()].map(({ message }) => ({ message, state: 'held' }));
  for (const { entry } of queue.said.values()) {
    const said = log.at(entry);
    if (said?.kind === 'message') queued.push({ message: said.message, state: 'said' });
  }
  return queued.sort((a, b) => a.message.seq - b.message.seq);
}

/**
 * Whether the message with this `seq` can still be changed or taken back.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * isQueued(foldAll(exampleEvents.slice(0, 2)), 2); //=> true
 * isQueued(foldAll(exampleEvents), 2); //=> false
 */
export function isQueued({ queue }: ThreadState, seq: number): boolean {
  return queue.held.has(String(seq)) || queue.said.has(String(seq));
}

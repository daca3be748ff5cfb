import { HUMAN } from '../human.ts';
import type { ThreadState } from '../thread-state.ts';

/** What people did in a thread. */
export interface DoneSince {
  /** How many messages they sent. */
  readonly messages: number;
  /** Somebody went back in it. */
  readonly rewound: boolean;
}

/**
 * What people did after event `seq`, which nobody who saw the thread up to there takes back unseen; undefined if it is nothing. What an agent did
 * since is no part of it.
 *
 * @example
 * doneSince(exampleState, 1); //=> { messages: 1, rewound: false }
 * doneSince(exampleState, 2); //=> undefined
 */
export function doneSince({ rewinds, log, queue }: ThreadState, seq: number): DoneSince | undefined {
  const rewound = (rewinds.at(-1)?.seq ?? 0) > seq;
  let messages = 0;
  for (const [, { message }] of queue.held.entries()) if (message.author === HUMAN && message.seq > seq) messages += 1;
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind !== 'message') continue;
    if (entry.since <= seq) break;
    if (entry.message.author === HUMAN && entry.message.seq > seq) messages += 1;
  }
  return messages > 0 || rewound ? { messages, rewound } : undefined;
}

import { firstSaid } from '../first-said.ts';
import type { Rewind, ThreadState } from '../thread-state.ts';

/** The ways a thread went on from a message, the newest of them last. */
export interface Versions {
  /** The message, in the version that is looked at; undefined if the thread was rewound, and nothing was said since. */
  readonly message: number | undefined;
  /** The last event of each version but the newest, which has no last one yet. */
  readonly ends: readonly number[];
}

/**
 * The messages from which a thread went on in several ways. Each version is a prefix of the ledger: nothing that was rewound is lost.
 *
 * @example
 * import { foldAll, type LedgerEvent } from '@toolthread/core';
 * const rewound: LedgerEvent = { v: 1, thread: 't1', seq: 16, at: 0, type: 'thread.rewound', to: 2 };
 * versionsOf(foldAll([...exampleEvents, rewound])); //=> [{ message: 2, ends: [15] }]
 * versionsOf(foldAll(exampleEvents)); //=> []
 */
export function versionsOf(state: ThreadState): readonly Versions[] {
  const ends = new Map<number | undefined, number[]>();
  for (const rewind of state.rewinds) {
    // What a fork copied is its origin's.
    if (rewind.seq <= (state.origin?.seq ?? 0)) continue;
    const message = messageAfter(state, rewind);
    const known = ends.get(message);
    if (known === undefined) ends.set(message, [rewind.seq - 1]);
    else known.push(rewind.seq - 1);
  }
  return Array.from(ends, ([message, each]) => ({ message, ends: each }));
}

/**
 * The message of `rewind` in a version that ended before it: `versionMessage(foldAll(prefix), rewind)`.
 *
 * @example
 * versionMessage(exampleState, { seq: 16, at: 0, to: 1, message: undefined }); //=> 2
 */
export function versionMessage(version: ThreadState, { to, message }: Rewind): number | undefined {
  return message ?? firstSaid(version, to);
}

function messageAfter(state: ThreadState, { seq, message }: Rewind): number | undefined {
  return message ?? firstSaid(state, seq);
}

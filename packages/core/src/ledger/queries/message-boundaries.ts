import { checkpointsUntil } from '../checkpoints-until.ts';
import type { LogEntry, ThreadState } from '../thread-state.ts';

type Said = Extract<LogEntry, { kind: 'message' }>;

/** Where a rewind lands for the sake of a message. */
export interface MessageBoundaries {
  readonly said: Said;
  /** Before it was said. Undefined if it was said in the middle of what it waited for, or was changed. */
  readonly before: number | undefined;
  /** It is said, and nobody has read it. */
  readonly unread: number;
}

/**
 * The boundaries around a message that was said and counts; undefined if there is none, or where no step has read it yet.
 *
 * @example
 * const found = messageBoundaries(exampleState, 2);
 * [found?.before, found?.unread]; //=> [1, 2]
 */
export function messageBoundaries(state: ThreadState, seq: number): MessageBoundaries | undefined {
  let said: Said | undefined;
  for (const entry of state.log) {
    if (entry.kind === 'message' && entry.message.seq === seq) said = entry;
    const step = said !== undefined && entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (said === undefined || step === undefined) continue;
    const isWhole = said.since === seq;
    return { said, before: isWhole ? seq - 1 : undefined, unread: isWhole ? seq : step.seq - 1 };
  }
  return undefined;
}

/**
 * Whether a rewind to `seq` lands there and nowhere else: it is a boundary, and it counts.
 *
 * @example
 * [isBoundary(exampleState, 2), isBoundary(exampleState, 5)]; //=> [true, false]
 */
export function isBoundary({ checkpoints }: ThreadState, seq: number): boolean {
  return checkpoints.at(checkpointsUntil(checkpoints, seq) - 1)?.seq === seq;
}

/**
 * The first boundary from event `seq` on at which nobody was in the middle of a step or a call; undefined if it is now.
 *
 * @example
 * [restAfter(exampleState, 5), restAfter(exampleState, 12)]; //=> [10, undefined]
 */
export function restAfter({ checkpoints }: ThreadState, seq: number): number | undefined {
  for (let index = checkpointsUntil(checkpoints, seq - 1); index < checkpoints.length; index += 1) {
    const checkpoint = checkpoints.at(index);
    if (checkpoint === undefined) return undefined;
    const { openSteps, calls } = checkpoint.state;
    if (openSteps.size === 0 && calls.open.size === 0) return checkpoint.seq;
  }
  return undefined;
}

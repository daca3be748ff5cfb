import { sessionState } from './session/session-state.ts';
import type { ThreadSummary } from './thread-summary.ts';

/** How a thread of the list is. `open`: a session of another agent whose last turn has no end, and nobody goes on with it. */
export type ThreadCondition =
  | 'damaged'
  | 'waiting'
  | 'queued'
  | 'working'
  | 'open'
  | 'failed'
  | 'stopped'
  | 'done'
  | 'idle';

/**
 * How a thread of the list is, by what is recorded alone, and by how long ago that was. One that is damaged is that before all else, then one that waits
 * for a person.
 *
 * @example
 * threadCondition({ status: 'completed', waiting: 0, unfinished: false, damage: undefined, updatedAt: 0 }, 0); //=> 'done'
 */
export function threadCondition(
  {
    status,
    waiting,
    unfinished,
    damage,
    turn,
    updatedAt,
  }: Pick<ThreadSummary, 'status' | 'waiting' | 'unfinished' | 'damage' | 'turn' | 'updatedAt'>,
  now: number,
): ThreadCondition {
  if (damage !== undefined) return 'damaged';
  if (turn !== undefined) return sessionState(turn, updatedAt, now);
  if (waiting > 0) return 'waiting';
  switch (status) {
    case 'awaiting_user':
      return 'waiting';
    case 'queued':
      return 'queued';
    case 'running':
      return 'working';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'stopped';
    case 'completed':
      return unfinished ? 'working' : 'done';
    case undefined:
      return unfinished ? 'working' : 'idle';
    default:
      return status satisfies never;
  }
}

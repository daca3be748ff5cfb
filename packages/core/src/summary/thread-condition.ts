import type { ThreadSummary } from './thread-summary.ts';

/** How a thread of the list is. */
export type ThreadCondition = 'damaged' | 'waiting' | 'queued' | 'working' | 'failed' | 'stopped' | 'done' | 'idle';

/**
 * How a thread of the list is, by what is recorded alone. One that is damaged is that before all else, then one that waits for a person.
 *
 * @example
 * threadCondition({ status: 'completed', waiting: 0, unfinished: false, damage: undefined }); //=> 'done'
 */
export function threadCondition({
  status,
  waiting,
  unfinished,
  damage,
}: Pick<ThreadSummary, 'status' | 'waiting' | 'unfinished' | 'damage'>): ThreadCondition {
  if (damage !== undefined) return 'damaged';
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

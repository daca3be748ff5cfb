import { sessionState } from './session/session-state.ts';
import { maySettle } from '../ledger/queries/may-settle.ts';
import type { ThreadSummary } from './thread-summary.ts';
import { waitingForYou } from './waiting-for-you.ts';

/**
 * How a thread of the list is. `waiting`: for whoever looks; `asking`: for somebody else. `open`: a session of another agent whose last turn has no end, and
 * nobody goes on with it.
 */
export type ThreadCondition =
  | 'damaged'
  | 'waiting'
  | 'asking'
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
export function threadCondition(thread: Judged, now: number): ThreadCondition {
  const { status, stop, waiting, unfinished, damage, turn, updatedAt, may } = thread;
  // If it is not known what is asked for, it is a message, from anybody who may write.
  const isYours = waiting > 0 ? waitingForYou(thread) > 0 : maySettle({ kind: 'question' }, may);
  const asks = isYours ? 'waiting' : 'asking';
  if (damage !== undefined) return 'damaged';
  if (turn === 'asks') return asks;
  if (turn !== undefined) return sessionState(turn, updatedAt, now);
  if (waiting > 0) return asks;
  switch (status) {
    case 'awaiting_user':
      return asks;
    case 'queued':
      return 'queued';
    case 'running':
      return 'working';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'stopped';
    case 'completed':
      if (unfinished) return 'working';
      return stop === undefined ? 'done' : 'stopped';
    case undefined:
      return unfinished ? 'working' : 'idle';
    default:
      return status satisfies never;
  }
}

/**
 * Whether somebody is at work in a thread of that condition, will be, or waits for a word.
 *
 * @example
 * isUnderWay('queued'); //=> true
 * isUnderWay('stopped'); //=> false
 */
export function isUnderWay(condition: ThreadCondition): boolean {
  return UNDER_WAY.includes(condition);
}

const UNDER_WAY: readonly ThreadCondition[] = ['waiting', 'asking', 'queued', 'working'];

type Judged = Pick<
  ThreadSummary,
  'status' | 'stop' | 'waiting' | 'approvals' | 'may' | 'unfinished' | 'damage' | 'turn' | 'updatedAt'
>;

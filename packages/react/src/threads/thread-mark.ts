import type { ThreadCondition } from '@toolthread/core/summary';
import type { MarkState } from '../parts/state-mark.tsx';
import type { Phrase } from '../labels/phrase.ts';

/** What the dot of a thread says, and the words for it. */
export interface ThreadMark {
  readonly state: MarkState;
  readonly label: Phrase;
}

const MARKS: { readonly [condition in ThreadCondition]: ThreadMark } = {
  damaged: { state: 'failed', label: 'Damaged' },
  waiting: { state: 'waiting', label: 'Waiting for you' },
  asking: { state: 'idle', label: 'Waiting for others' },
  queued: { state: 'idle', label: 'Queued' },
  working: { state: 'working', label: 'Working' },
  open: { state: 'idle', label: 'Unfinished' },
  failed: { state: 'failed', label: 'Failed' },
  stopped: { state: 'interrupted', label: 'Stopped' },
  done: { state: 'done', label: 'Done' },
  idle: { state: 'idle', label: 'Idle' },
};

/**
 * What the dot of a thread in this condition says: the same in every list.
 *
 * @example
 * conditionMark('open'); //=> { state: 'idle', label: 'Unfinished' }
 */
export function conditionMark(condition: ThreadCondition): ThreadMark {
  return MARKS[condition];
}

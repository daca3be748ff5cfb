import { threadCondition } from '@toolthread/core/summary';
import type { ThreadCondition, ThreadSummary } from '@toolthread/core/summary';
import type { MarkState } from '../parts/state-mark.tsx';
import type { Phrase } from '../labels/phrase.ts';

export interface ThreadMark {
  readonly state: MarkState;
  readonly label: Phrase;
}

const MARKS: { readonly [condition in ThreadCondition]: ThreadMark } = {
  damaged: { state: 'failed', label: 'Damaged' },
  waiting: { state: 'waiting', label: 'Waiting for you' },
  queued: { state: 'idle', label: 'Queued' },
  working: { state: 'working', label: 'Working' },
  open: { state: 'idle', label: 'Unfinished' },
  failed: { state: 'failed', label: 'Failed' },
  stopped: { state: 'interrupted', label: 'Stopped' },
  done: { state: 'done', label: 'Done' },
  idle: { state: 'idle', label: 'Idle' },
};

/** What the dot of a thread says, and the words for it. */
export function threadMark(thread: ThreadSummary, now: number): ThreadMark {
  return MARKS[threadCondition(thread, now)];
}

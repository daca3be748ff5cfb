import type { ThreadSummary } from '@toolthread/core';
import type { MarkState } from '../parts/state-mark.tsx';
import type { Phrase } from '../labels/phrase.ts';

export interface ThreadMark {
  readonly state: MarkState;
  readonly label: Phrase;
}

/** What the dot of a thread says, and the words for it. A thread that is damaged says that before all else, then one that waits for a person. */
export function threadMark({ status, waiting, unfinished, damage }: ThreadSummary): ThreadMark {
  if (damage !== undefined) return { state: 'failed', label: 'Damaged' };
  if (waiting > 0 || status === 'awaiting_user') return { state: 'waiting', label: 'Waiting for you' };
  switch (status) {
    case 'queued':
      return { state: 'idle', label: 'Queued' };
    case 'running':
      return { state: 'working', label: 'Working' };
    case 'failed':
      return { state: 'failed', label: 'Failed' };
    case 'cancelled':
      return { state: 'interrupted', label: 'Stopped' };
    case 'completed':
      return unfinished ? { state: 'working', label: 'Working' } : { state: 'done', label: 'Done' };
    case undefined:
      return unfinished ? { state: 'working', label: 'Working' } : { state: 'idle', label: 'Idle' };
    default:
      return status satisfies never;
  }
}

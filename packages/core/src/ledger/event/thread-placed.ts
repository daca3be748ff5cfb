import type { Envelope } from './envelope.ts';

/** Where a person put the thread in the list. Fields that are absent do not change. */
export interface ThreadPlaced extends Envelope {
  readonly type: 'thread.placed';
  /** Which person, where several are known. */
  readonly by?: string;
  /** `bin`: it is deleted for good after 30 days. Whoever speaks in the thread has it back in the list. */
  readonly place?: ListPlace;
  /** It is above the others. */
  readonly pinned?: boolean;
}

/** Where a thread is found: in the list itself, or in one of the two lists beside it. */
export type ListPlace = 'list' | 'archive' | 'bin';

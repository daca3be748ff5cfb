import type { Thread } from '@toolthread/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { forgetDrafts } from '../composer/forget-drafts.ts';

export interface ForgetDraftsProps {
  /** The thread's id. */
  readonly id: string;
  /** How many cards wait: with another number one may be settled. */
  readonly open: number;
  /** Absent: nobody knows what is settled. */
  readonly thread: (() => Thread) | undefined;
}

/** What was begun in a card is forgotten once it is settled, here or elsewhere. */
export function ForgetDrafts({ id, open, thread }: ForgetDraftsProps): ReactNode {
  useEffect(() => {
    // What is drawn now is what `thread` answers once all effects have run.
    if (thread !== undefined) queueMicrotask(() => forgetDrafts(id, thread().state));
  }, [id, open, thread]);
  return null;
}

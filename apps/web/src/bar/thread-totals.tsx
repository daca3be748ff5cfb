import type { ThreadState } from '@toolthread/core';
import type { ReactNode } from 'react';
import { useTotals } from './use-totals.ts';

/** What all steps and calls of the thread took together. */
export function ThreadTotals({ state }: { readonly state: ThreadState }): ReactNode {
  return useTotals(state);
}

import type { ReactNode } from 'react';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';
import type { CallEntryProps } from './call-entry.tsx';
import type { StandingCallsProps } from './standing-calls.tsx';

/** What draws calls, each by its renderer. */
export interface CallParts {
  readonly CallEntry: (props: CallEntryProps) => ReactNode;
  readonly StandingCalls: (props: StandingCallsProps) => ReactNode;
}

/** Groups are closed when a page opens: their calls, and the renderers by tool, come after. */
export const callParts: Late<CallParts> = late(async () => {
  const [{ CallEntry }, { StandingCalls }] = await Promise.all([
    import('./call-entry.tsx'),
    import('./standing-calls.tsx'),
  ]);
  return { CallEntry, StandingCalls };
});

/**
 * Fetches what draws calls. A thread that is shown does it by itself, before its groups are opened. Who draws one where no effect runs
 * waits for it first: `await loadCalls()`.
 *
 * @example
 * await loadCalls();
 */
export function loadCalls(): Promise<void> {
  return callParts.load();
}

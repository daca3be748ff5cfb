import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { RunLost } from '../../runs/run-lost.ts';
import { rewindProblem } from './rewind-problem.ts';
import type { Services } from '../services.ts';

const BUSY = problem(409, 'busy', 'Somebody is at work in this thread, or waits for you. Stop the run first.');

/** Back to event `to`, and then what is said anew. While nobody is at work: nothing is taken back under their hands. */
export async function rewind(
  { runner }: Services,
  thread: string,
  { to, by, anew }: { readonly to: number; readonly by: string; readonly anew: readonly EventDraft[] },
): Promise<readonly LedgerEvent[] | Problem> {
  const written = await runner.alone(thread, async ({ thread: state, append }) => {
    const refused = rewindProblem(state, to, by);
    if (refused !== undefined) return refused;
    return append([{ type: 'thread.rewound', to }, ...anew]).catch((error: unknown) => {
      // Somebody was quicker: what is said anew stands there already.
      if (error instanceof RunLost && error.code === 'message_conflict') return ledgerProblem(error);
      throw error;
    });
  });
  if (written === undefined) return BUSY;
  if (!('status' in written)) runner.wake(thread);
  return written;
}

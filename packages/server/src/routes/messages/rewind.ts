import { continueRun, endWork } from '@toolthread/agent';
import { type EventDraft, foldOnto, LEDGER_VERSION, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { RunLost } from '../../runs/run-lost.ts';
import { spendingRefusal } from '../../spending/spending-refusal.ts';
import { nameOf } from './person-of.ts';
import { rewindProblem } from './rewind-problem.ts';
import type { Services } from '../services.ts';

const BUSY = problem(409, 'busy', 'An agent is working in this thread, or waits for you. Stop the run first.');

/** Back to event `to`, and then what is said again. */
export interface RewindPlan {
  readonly to: number;
  readonly anew: readonly EventDraft[];
  /** What is unread there is answered. */
  readonly goesOn: boolean;
}

/** While nobody is at work: nothing is taken back under their hands. The plan is made of the thread as it is then. */
export async function rewind(
  { runner }: Services,
  thread: string,
  by: string,
  planOf: (state: ThreadState) => RewindPlan | Problem,
): Promise<readonly LedgerEvent[] | Problem> {
  const written = await runner.alone(thread, by, async ({ thread: state, append }) => {
    const plan = planOf(state);
    if ('status' in plan) return plan;
    const refused = rewindProblem(state, plan.to, by) ?? (await overLimit(runner, plan, by));
    if (refused !== undefined) return refused;
    return append(draftsOf(state, plan, by)).catch((error: unknown) => {
      // What is said again is there already, or was there and was rewound.
      if (error instanceof RunLost && isKnownMessage(error.code)) return ledgerProblem(error);
      throw error;
    });
  });
  if (written === undefined) return BUSY;
  if (!('status' in written)) runner.wake(thread);
  return written;
}

/** Nothing is taken back for an answer that may not be asked for. `await overLimit(runner, plan, 'Ada')` */
export async function overLimit(
  runner: Services['runner'],
  { anew, goesOn }: RewindPlan,
  by: string,
): Promise<Problem | undefined> {
  return goesOn || anew.length > 0 ? spendingRefusal(runner, by) : undefined;
}

function isKnownMessage(code: RunLost['code']): boolean {
  return code === 'message_conflict' || code === 'message_taken_back';
}

/** All in one append: a crash leaves all of it or nothing. Where it lands in the middle of a run, what was open there is ended. */
function draftsOf(state: ThreadState, { to, anew, goesOn }: RewindPlan, by: string): readonly EventDraft[] {
  const rewound: EventDraft = { type: 'thread.rewound', ...nameOf(by), to };
  const landed = after(state, [rewound]);
  const ended = endWork(landed);
  // Who was stopped does not go on by itself.
  const begun = goesOn && ended.length > 0 ? continueRun(after(landed, ended)) : [];
  return [rewound, ...ended, ...anew, ...begun];
}

function after(state: ThreadState, drafts: readonly EventDraft[]): ThreadState {
  const { id: thread, seq, at } = state;
  const place = (index: number) => ({ v: LEDGER_VERSION, thread, seq: seq + 1 + index }) as const;
  return foldOnto(
    state,
    drafts.map((draft, index) => ({ at, ...draft, ...place(index) })),
  );
}

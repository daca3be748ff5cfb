import { useState } from 'react';
import type { ActionOutcome } from './thread-actions.ts';
import { useProblem } from './use-problem.ts';

export interface Sending {
  readonly busy: boolean;
  readonly problem: string | undefined;
  send(action: () => ActionOutcome): void;
  /** What it spoke of is over: something else is about to be sent. */
  dismiss(): void;
}

/** Once sent, a card waits for the ledger to say so; only a refusal gives its buttons back. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem();
  const send = (action: () => ActionOutcome): void => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    void action().then((failed) => {
      if (failed === undefined) return;
      setProblem(failed);
      setBusy(false);
    });
  };
  return { busy, problem, send, dismiss: () => setProblem(undefined) };
}

import { useState } from 'react';
import type { ActionOutcome } from './actions.ts';

export interface Sending {
  readonly busy: boolean;
  readonly problem: string | undefined;
  send(action: () => ActionOutcome): void;
}

/** Once sent, a card waits for the ledger to say so; only a refusal gives its buttons back. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
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
  return { busy, problem, send };
}

import { useState } from 'react';
import type { ActionOutcome } from '../thread/thread-actions.ts';
import { useProblem } from '../thread/use-problem.ts';

export interface Saving {
  readonly busy: boolean;
  readonly problem: string | undefined;
  save(action: () => ActionOutcome): void;
  /** The person has read what went wrong. */
  dismiss(): void;
}

/** One thing at a time; `done` when it was taken, the reason in words when it was not. */
export function useSaving(done: () => void): Saving {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem();
  const save = (action: () => ActionOutcome): void => {
    if (busy) return;
    setBusy(true);
    void action().then((failed) => {
      setBusy(false);
      setProblem(failed);
      if (failed === undefined) done();
    });
  };
  return { busy, problem, save, dismiss: () => setProblem(undefined) };
}

import { useState } from 'react';
import { actionProblem } from './action-problem.ts';
import type { ActionOutcome } from './thread-actions.ts';
import { useProblem } from './use-problem.ts';
import { useLanguage } from '../../labels/use-language.ts';

export interface Action {
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** `taken` when the server took it; `refused` with the reason in words when it did not. */
  run(action: () => ActionOutcome, taken?: () => void, refused?: (problem: string) => void): void;
  /** What it spoke of is over, or the person has read it. */
  dismiss(): void;
}

/** One thing at a time: busy while it is under way, then what went wrong. `reachable`: as in the thread around it, unless told. */
export function useAction(reachable?: boolean): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem(reachable);
  const { told } = useLanguage();
  const run: Action['run'] = (action, taken, refused) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    void actionProblem(action).then((said) => {
      const failed = said && told(said);
      setBusy(false);
      setProblem(failed);
      if (failed === undefined) taken?.();
      else refused?.(failed);
    });
  };
  return { busy, problem, run, dismiss: () => setProblem(undefined) };
}

import { useEffect, useRef, useState } from 'react';
import type { ActionOutcome } from './thread-actions.ts';
import { useThreadSettings } from './thread-settings.tsx';
import { useProblem } from './use-problem.ts';

export interface Sending {
  readonly busy: boolean;
  readonly problem: string | undefined;
  send(action: () => ActionOutcome): void;
  /** What it spoke of is over: something else is about to be sent. */
  dismiss(): void;
}

/**
 * Once sent, a card waits for the ledger to say so; only a refusal gives its buttons back. Where the card is gone, because somebody
 * else settled it, the thread says why it was refused.
 */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem();
  const { tellLate } = useThreadSettings();
  const isHere = useRef(true);
  const shown = useRef(problem);
  useEffect(() => {
    shown.current = problem;
  }, [problem]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (shown.current !== undefined) tellLate?.(shown.current);
    };
  }, [tellLate]);
  const send = (action: () => ActionOutcome): void => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    void action().then((failed) => {
      if (failed === undefined) return;
      if (!isHere.current) tellLate?.(failed);
      setProblem(failed);
      setBusy(false);
    });
  };
  return { busy, problem, send, dismiss: () => setProblem(undefined) };
}

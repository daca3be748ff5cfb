import { useEffect, useRef, useState } from 'react';
import type { ActionOutcome } from './thread-actions.ts';
import { useThreadSettings } from '../thread-settings.tsx';
import { useAction } from './use-action.ts';

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
  const [waits, setWaits] = useState(false);
  const { busy, problem, run, dismiss } = useAction();
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
    if (waits) return;
    const refused = (failed: string): void => {
      if (!isHere.current) tellLate?.(failed);
    };
    run(action, () => setWaits(true), refused);
  };
  return { busy: busy || waits, problem, send, dismiss };
}

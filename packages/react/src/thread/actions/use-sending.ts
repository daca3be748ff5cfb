import { useEffect, useRef, useState } from 'react';
import type { ActionOutcome } from './thread-actions.ts';
import { useThreadSettings } from '../thread-settings.tsx';
import { useAction } from './use-action.ts';
import { useLanguage } from '../../labels/use-language.ts';

export interface Sending {
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** `refused` when it was not taken. */
  send(action: () => ActionOutcome, refused?: () => void): void;
  /** What it spoke of is over: something else is about to be sent. */
  dismiss(): void;
}

/**
 * Once sent, a card waits for the ledger to say so; only a refusal gives its buttons back. Where the card is gone, because somebody
 * else settled it, the thread says why it was refused. That it was not sent is told until it is sent again.
 */
export function useSending(): Sending {
  const { say } = useLanguage();
  const [waits, setWaits] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
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
  const send: Sending['send'] = (action, refused) => {
    if (busy || waits) return;
    setIsUnsent(false);
    const tell = (failed: string): void => {
      setIsUnsent(true);
      refused?.();
      if (!isHere.current) tellLate?.(failed);
    };
    run(action, () => setWaits(true), tell);
  };
  return {
    busy: busy || waits,
    problem: problem ?? (isUnsent ? say('This was not sent. Try again.') : undefined),
    send,
    dismiss: () => {
      setIsUnsent(false);
      dismiss();
    },
  };
}

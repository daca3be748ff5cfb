import type { StopReason } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useThreadSettings } from './thread-settings.tsx';
import { useProblem } from './use-problem.ts';
import { useLanguage } from '../labels/use-language.ts';

/** At the end of a thread whose run was cut off: the way on. */
export function ContinueButton({ stop }: { readonly stop: StopReason }): ReactNode {
  const { continueRun } = useThreadSettings().actions;
  const { say } = useLanguage();
  const [problem, setProblem] = useProblem();
  const [busy, setBusy] = useState(false);
  if (continueRun === undefined) return null;
  const press = async (): Promise<void> => {
    setBusy(true);
    setProblem(await continueRun());
    setBusy(false);
  };
  return (
    <p className="tt-continue">
      <button type="button" disabled={busy} onClick={() => void press()}>
        {say(stop === 'error' || stop === 'retry_limit' ? 'Try again' : 'Continue')}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </p>
  );
}

import type { StopReason } from '@toolthread/core';
import type { ReactNode } from 'react';
import { useThreadSettings } from './thread-settings.tsx';
import { useAction } from './actions/use-action.ts';
import { useLanguage } from '../labels/use-language.ts';

/** At the end of a thread whose run was cut off: the button to continue it. */
export function ContinueButton({ stop }: { readonly stop: StopReason }): ReactNode {
  const { continueRun } = useThreadSettings().actions;
  const { say } = useLanguage();
  const { busy, problem, run } = useAction();
  if (continueRun === undefined) return null;
  return (
    <p className="tt-continue">
      <button type="button" disabled={busy} onClick={() => run(continueRun)}>
        {say(stop === 'error' || stop === 'retry_limit' ? 'Try again' : 'Continue')}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </p>
  );
}

import type { StatusItem } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useProblem } from '../thread/use-problem.ts';

export function ResumeButton({ item, label }: { readonly item: StatusItem; readonly label: string }): ReactNode {
  const { resume } = useThreadSettings().actions;
  const [problem, setProblem] = useProblem();
  const [busy, setBusy] = useState(false);
  if (resume === undefined) return null;
  const press = async (): Promise<void> => {
    setBusy(true);
    setProblem(await resume(item));
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="tt-link-button" disabled={busy} onClick={() => void press()}>
        {label}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}

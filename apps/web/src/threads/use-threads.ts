import { listThreads } from '@toolthread/client';
import type { ClientError, ThreadSummary } from '@toolthread/client';
import { useCallback, useEffect, useState } from 'react';

/** How often the list is read while the page is looked at. */
const EVERY_MS = 2_500;

export interface Threads {
  readonly list: readonly ThreadSummary[] | undefined;
  readonly problem: ClientError | undefined;
  refresh(): void;
}

export function useThreads(): Threads {
  const [list, setList] = useState<readonly ThreadSummary[]>();
  const [problem, setProblem] = useState<ClientError>();
  const refresh = useCallback(() => {
    void listThreads({ baseUrl: '' }).then((answer) => {
      if (answer.ok) setList((before) => (isSame(before, answer.value) ? before : answer.value));
      setProblem(answer.ok ? undefined : answer.error);
    });
  }, []);
  useEffect(() => {
    refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return { list, problem, refresh };
}

function isSame(before: readonly ThreadSummary[] | undefined, after: readonly ThreadSummary[]): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

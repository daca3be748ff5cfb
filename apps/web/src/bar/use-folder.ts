import { answererOf, choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { useEffect, useState } from 'react';
import { askAgents } from '../settings/ask-agents.ts';

/** The folder that a thread works in: its own, else the server's, for those who may choose another. The demo agent has one of its own. */
export function useFolder(state: ThreadState, canChoose: boolean): string | undefined {
  const [usual, setUsual] = useState<string>();
  const own = choiceOf(state)?.workspace ?? state.workspace;
  const asks = canChoose && own === undefined && answererOf(state).agent !== 'demo';
  useEffect(() => {
    if (!asks) return undefined;
    const stop = new AbortController();
    void askAgents(stop.signal).then((answer) => {
      if (!stop.signal.aborted && answer !== 'none') setUsual(answer?.usual.workspace);
    });
    return () => stop.abort();
  }, [asks]);
  return own ?? (asks ? usual : undefined);
}

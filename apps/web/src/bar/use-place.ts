import { visible } from '@toolthread/core/text';
import { answererOf, choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { useEffect, useState } from 'react';
import { askAgents } from '../settings/ask-agents.ts';

/** Who answers, and where: the thread's own folder, else the server's, for those who may choose another. The demo agent has one of its own. */
export function usePlace(words: string, state: ThreadState, canChoose: boolean): string {
  const [usual, setUsual] = useState<string>();
  const hasOwn = (choiceOf(state)?.workspace ?? state.workspace) !== undefined;
  const asks = canChoose && !hasOwn && answererOf(state).agent !== 'demo';
  useEffect(() => {
    if (!asks) return undefined;
    const stop = new AbortController();
    void askAgents(stop.signal).then((answer) => {
      if (!stop.signal.aborted && answer !== 'none') setUsual(answer?.usual.workspace);
    });
    return () => stop.abort();
  }, [asks]);
  return asks && usual !== undefined ? `${words} · ${visible(usual)}` : words;
}

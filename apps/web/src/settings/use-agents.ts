import { useEffect, useState } from 'react';
import { askAgents } from './ask-agents.ts';
import type { ListedAgents } from '@toolthread/server/answers';

/** What there is to choose from, once the server has said so; undefined if there is nothing. */
export function useAgents(): ListedAgents | undefined {
  const [agents, setAgents] = useState<ListedAgents>();
  useEffect(() => {
    let isWanted = true;
    void askOnce().then((answer) => {
      if (isWanted && answer !== 'none') setAgents(answer);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return agents;
}

let asking: ReturnType<typeof askAgents> | undefined;

/** Several parts of a page ask at the same time; the server asks providers for their models each time. */
function askOnce(): ReturnType<typeof askAgents> {
  asking ??= askAgents(new AbortController().signal).finally(() => {
    asking = undefined;
  });
  return asking;
}

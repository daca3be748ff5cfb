import { useEffect, useState } from 'react';
import { askAgents } from './ask-agents.ts';
import type { ListedAgents } from '@toolthread/server/answers';

/** What there is to choose from, once the server has said so; undefined where there is nothing. */
export function useAgents(): ListedAgents | undefined {
  const [agents, setAgents] = useState<ListedAgents>();
  useEffect(() => {
    const stop = new AbortController();
    void askAgents(stop.signal).then((answer) => {
      if (!stop.signal.aborted && answer !== 'none') setAgents(answer);
    });
    return () => stop.abort();
  }, []);
  return agents;
}

import { useEffect, useState } from 'react';
import { askAgents } from './ask-agents.ts';
import type { ListedAgents } from '@toolthread/server/answers';

/** A server that is away may be back. */
const AGAIN_MS = 3000;

/** What there is to choose from, once the server has said so; undefined until then, and if there is nothing. */
export function useAgents(): ListedAgents | undefined {
  const answer = useAgentsAnswer();
  return typeof answer === 'object' ? answer : undefined;
}

/** The same, with why there is nothing: `none`, because there is nothing to choose on this server, or `away`, as long as it does not answer. */
export function useAgentsAnswer(): ListedAgents | 'none' | 'away' | undefined {
  const [answer, setAnswer] = useState<ListedAgents | 'none' | 'away'>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const given = await askOnce();
      if (!isWanted) return;
      setAnswer(given ?? 'away');
      if (given === undefined) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return answer;
}

let asking: ReturnType<typeof askAgents> | undefined;

/** Several parts of a page ask at the same time; the server asks providers for their models each time. */
function askOnce(): ReturnType<typeof askAgents> {
  asking ??= askAgents(new AbortController().signal).finally(() => {
    asking = undefined;
  });
  return asking;
}

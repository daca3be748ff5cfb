import { isLockedOut, listThreads } from '@toolthread/client';
import type { ClientError, ThreadPage, ThreadsSought } from '@toolthread/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { server } from '../page/server.ts';
import { mergeFirst, mergeNext } from './merge-first.ts';
import { sinceDays } from './sought-threads.ts';
import type { SoughtThreads } from './sought-threads.ts';

/** How often the first page of the list is read while the page is looked at. */
const EVERY_MS = 2_500;

export interface Threads {
  readonly list: ThreadPage | undefined;
  readonly problem: ClientError | undefined;
  refresh(): void;
  /** Reads it again from its beginning: something has moved. */
  again(): void;
  /** Reads the next page of the list. */
  more(): void;
}

export function useThreads(sought: SoughtThreads): Threads {
  const key = JSON.stringify(sought);
  const [list, setList] = useState<ThreadPage>();
  const [problem, setProblem] = useState<ClientError>();
  const shown = useRef(key);
  const read = useCallback(
    (how: 'merged' | 'anew') => {
      void listThreads(server, query(sought)).then((answer) => {
        if (answer.ok && shown.current === key)
          setList((before) => unlessSame(before, mergeFirst(how === 'anew' ? undefined : before, answer.value)));
        setProblem(answer.ok ? undefined : answer.error);
      });
    },
    [key],
  );
  const refresh = useCallback(() => read('merged'), [read]);
  const again = useCallback(() => read('anew'), [read]);
  const next = list?.next;
  const more = useCallback(() => {
    if (next === undefined) return;
    void listThreads(server, { before: next, ...query(sought) }).then((answer) => {
      // Meanwhile the list may have begun again: then this page is not its next one.
      if (answer.ok) setList((before) => (before?.next === next ? mergeNext(before, answer.value) : before));
      setProblem(answer.ok ? undefined : answer.error);
    });
  }, [next, key]);
  const lockedOut = problem !== undefined && isLockedOut(problem);
  useEffect(() => {
    // Who is not let in does not go on knocking.
    if (lockedOut) return undefined;
    shown.current = key;
    setList(undefined);
    refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh, lockedOut]);
  return { list, problem, refresh, again, more };
}

function query({ place, state, days, agent, project }: SoughtThreads): ThreadsSought {
  return { place, state, agent, project, since: days === undefined ? undefined : sinceDays(days, Date.now()) };
}

/** Whether the server answered when it was last asked. */
export function isReachable({ problem }: Threads): boolean {
  return problem?.code !== 'unreachable';
}

function unlessSame(before: ThreadPage | undefined, after: ThreadPage): ThreadPage {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

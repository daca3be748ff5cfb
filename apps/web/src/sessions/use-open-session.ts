import { useState } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { seen } from '../threads/seen.ts';
import { openSession } from './ask-sessions.ts';
import type { OpenedSession } from './ask-sessions.ts';

export interface OpenSession {
  /** The session that is being opened. */
  readonly opening: string | undefined;
  /** Why the last one was not. */
  readonly problem: string | undefined;
  /** Gives its thread, and in it the version that is looked for; none if there is a problem. */
  open(id: string, version?: number): Promise<OpenedSession | undefined>;
  forgetProblem(): void;
}

/** A session of another agent becomes a thread when somebody opens it. */
export function useOpenSession(): OpenSession {
  const { told } = usePageLanguage();
  const [opening, setOpening] = useState<string>();
  const [problem, setProblem] = useState<string>();
  return {
    opening,
    problem,
    async open(id, version) {
      setOpening(id);
      setProblem(undefined);
      const opened = await openSession(id, version);
      setOpening(undefined);
      if ('thread' in opened) {
        seen.mark(id, Date.now());
        return opened;
      }
      setProblem(opened.problem ?? told('The server does not answer.'));
      return undefined;
    },
    forgetProblem: () => setProblem(undefined),
  };
}

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { storeChoice, storedChoice } from './ask-agents.ts';
import type { AgentChoice } from '@toolthread/server/answers';
import { ChoiceFields } from './choice-fields.tsx';
import { useAgents } from './use-agents.ts';
import { fitting } from './fitting.ts';

export interface ChoiceRowProps {
  /** Told what holds for the next thread; undefined if nothing was chosen, and the server decides. */
  onChoice(choice: AgentChoice | undefined): void;
}

/** Above the message of a new thread: who will answer it. What was chosen last is chosen again. */
export function ChoiceRow({ onChoice }: ChoiceRowProps): ReactNode {
  const agents = useAgents();
  const [choice, setChoice] = useState(storedChoice);
  const fits = agents === undefined ? undefined : fitting(choice, agents);
  useEffect(() => {
    if (fits !== undefined) onChoice(Object.keys(fits).length === 0 ? undefined : fits);
  }, [JSON.stringify(fits)]);
  if (agents === undefined || fits === undefined) return null;
  return (
    <ChoiceFields
      agents={agents}
      choice={fits}
      onChoose={(next) => {
        setChoice(next);
        storeChoice(next);
      }}
    />
  );
}

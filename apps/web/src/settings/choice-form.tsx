import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { AgentChoice } from '@toolthread/server/answers';
import { ChoiceFields } from './choice-fields.tsx';
import { useAgentsAnswer } from './use-agents.ts';

export interface ChoiceFormProps {
  /** When the choice holds. */
  readonly note: string;
  readonly choice: AgentChoice;
  /** Why it was not taken, in words; undefined if it was. */
  readonly save: (choice: AgentChoice) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Who answers, with which model, where, and what runs without asking: chosen in a dialog. */
export function ChoiceForm({ note, choice: before, save, onClose }: ChoiceFormProps): ReactNode {
  const { say } = usePageLanguage();
  const agents = useAgentsAnswer();
  const [choice, setChoice] = useState(before);
  const [problem, setProblem] = useState<string>();
  const trySave = async (): Promise<void> => {
    const refused = await save(choice);
    if (refused === undefined) onClose();
    else setProblem(refused);
  };
  return (
    <PageDialog title={say('Who answers')} onClose={onClose}>
      <p className="choice-note">{note}</p>
      {agents === 'none' && <p className="choice-note">{say('There is nothing to choose here.')}</p>}
      {agents === 'away' && (
        <p className="choice-note" role="alert">
          {say('The server does not answer. Nothing is lost; trying again…')}
        </p>
      )}
      {typeof agents === 'object' && (
        <div className="choice-fields">
          <ChoiceFields agents={agents} choice={choice} onChoose={setChoice} />
          <button type="button" className="tt-button" onClick={() => void trySave()}>
            {say('Save')}
          </button>
        </div>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not done: {problem}', { problem })}
        </p>
      )}
    </PageDialog>
  );
}

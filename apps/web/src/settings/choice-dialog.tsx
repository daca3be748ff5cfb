import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { chooseAgent } from './ask-agents.ts';
import type { AgentChoice } from '@toolthread/server/answers';
import { ChoiceFields } from './choice-fields.tsx';
import { useAgentsAnswer } from './use-agents.ts';

export interface ChoiceDialogProps {
  readonly thread: string;
  /** What holds now. */
  readonly choice: AgentChoice;
  readonly onClose: () => void;
}

/** In a thread: who answers from the next run on. */
export function ChoiceDialog({ thread, choice: before, onClose }: ChoiceDialogProps): ReactNode {
  const { say } = usePageLanguage();
  const agents = useAgentsAnswer();
  const [choice, setChoice] = useState(before);
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    const refused = await chooseAgent(thread, choice);
    if (refused === undefined) onClose();
    else setProblem(refused);
  };
  return (
    <PageDialog title={say('Who answers')} onClose={onClose}>
      <p className="choice-note">
        {say('Takes effect with the next run. Another model reads the whole thread again.')}
      </p>
      {agents === 'none' && <p className="choice-note">{say('There is nothing to choose here.')}</p>}
      {agents === 'away' && (
        <p className="choice-note" role="alert">
          {say('The server does not answer. Nothing is lost; trying again…')}
        </p>
      )}
      {typeof agents === 'object' && (
        <div className="choice-fields">
          <ChoiceFields agents={agents} choice={choice} onChoose={setChoice} />
          <button type="button" className="tt-button" onClick={() => void save()}>
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

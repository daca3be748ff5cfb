import type { ReactNode } from 'react';
import type { AgentChoice } from '@toolthread/server/answers';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { chooseAgent } from './ask-agents.ts';
import { ChoiceForm } from './choice-form.tsx';

export interface ChoiceDialogProps {
  readonly thread: string;
  /** What holds now. */
  readonly choice: AgentChoice;
  readonly onClose: () => void;
}

/** In a thread: who answers from the next run on. */
export function ChoiceDialog({ thread, choice, onClose }: ChoiceDialogProps): ReactNode {
  const { say } = usePageLanguage();
  return (
    <ChoiceForm
      note={say('Takes effect with the next run. Another model reads the whole thread again.')}
      choice={choice}
      save={(chosen) => chooseAgent(thread, chosen)}
      onClose={onClose}
    />
  );
}

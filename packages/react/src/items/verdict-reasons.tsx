import type { AnswerItem } from '@toolthread/core';
import { evaluationText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { LongText } from '../text/long-text.tsx';

export type VerdictReasonsProps = Pick<AnswerItem, 'evaluations'>;

/** What each criterion said of a run. */
export function VerdictReasons({ evaluations = [] }: VerdictReasonsProps): ReactNode {
  const language = useLanguage();
  return evaluations.map((each, index) => (
    <div key={index} className="tt-plain">
      <LongText text={evaluationText(each, language)} />
    </div>
  ));
}

import type { AnswerItem, GroupItem, StatusItem } from '@toolthread/core';
import { evaluationText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { LongText } from '../text/long-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** Why a run went on after it, or did not: what each criterion said. Nothing if none did. */
export function Verdict({ item }: { readonly item: AnswerItem | GroupItem | StatusItem }): ReactNode {
  const language = useLanguage();
  const { evaluations = [] } = item;
  if (evaluations.length === 0) return null;
  return (
    <CollapsibleBlock id={`${item.key}:why`} className="tt-why" label={language.say('Why')}>
      {() =>
        evaluations.map((each, index) => (
          <div key={index} className="tt-plain">
            <LongText text={evaluationText(each, language)} />
          </div>
        ))
      }
    </CollapsibleBlock>
  );
}

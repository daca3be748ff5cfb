import type { AnswerItem, GroupItem, StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { callParts } from '../calls/load-calls.ts';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { useLanguage } from '../labels/use-language.ts';
import type { VerdictReasonsProps } from './verdict-reasons.tsx';

/** Why a run went on after it, or did not: what each criterion said. Nothing if none did. */
export function Verdict({ item }: { readonly item: AnswerItem | GroupItem | StatusItem }): ReactNode {
  const { say } = useLanguage();
  const { evaluations = [] } = item;
  if (evaluations.length === 0) return null;
  return (
    <CollapsibleBlock id={`${item.key}:why`} className="tt-why" label={say('Why')}>
      {() => <LateReasons evaluations={evaluations} />}
    </CollapsibleBlock>
  );
}

function LateReasons(props: VerdictReasonsProps): ReactNode {
  const late = callParts.use();
  return typeof late === 'object' && <late.VerdictReasons {...props} />;
}

import type { StatusItem } from '@toolthread/core';
import { evaluationText, statusText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { LongText } from '../text/long-text.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { useLanguage } from '../labels/use-language.ts';

export interface StatusLineProps {
  readonly item: StatusItem;
}

/**
 * A thing that happened to the run.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<StatusLine item={exampleItem('status')} />).includes('The model does not answer.'); //=> true
 */
export function StatusLine({ item }: StatusLineProps): ReactNode {
  const { evaluations = [] } = item;
  const language = useLanguage();
  if (item.level === 'error') return <ErrorBanner item={item} />;
  return (
    <div className="tt-root tt-status" role="note">
      <span>
        <LongText text={statusText(item, language)} />
      </span>
      {evaluations.length > 0 && (
        <CollapsibleBlock id={`${item.key}:why`} className="tt-status-why" label={language.say('Why')}>
          {() =>
            evaluations.map((each, index) => (
              <div key={index}>
                <LongText text={evaluationText(each)} />
              </div>
            ))
          }
        </CollapsibleBlock>
      )}
    </div>
  );
}

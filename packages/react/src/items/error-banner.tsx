import type { StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { statusText } from '@toolthread/core/lines';

/**
 * The run failed: why.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ErrorBanner item={exampleItem('status')} />).includes('The model does not answer.'); //=> true
 */
export function ErrorBanner({ item }: { readonly item: StatusItem }): ReactNode {
  const language = useLanguage();
  return (
    <div className="tt-root tt-banner" role="note" aria-label={language.say('Error')}>
      <span className="tt-plain">
        <LongText text={statusText(item, language)} />
      </span>
    </div>
  );
}

import type { StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { ResumeButton } from './resume-button.tsx';

/**
 * The run failed: why, and the way on.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ErrorBanner item={exampleItem('status')} last={false} />).includes('The model does not answer.'); //=> true
 */
export function ErrorBanner({ item, last }: { readonly item: StatusItem; readonly last: boolean }): ReactNode {
  return (
    <div className="tt-banner" role="note" aria-label="Error">
      <span>
        <LongText text={item.text} />
      </span>
      {last && <ResumeButton item={item} label="Try again" />}
    </div>
  );
}

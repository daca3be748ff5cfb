import type { StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';

/**
 * The run failed: why.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ErrorBanner item={exampleItem('status')} />).includes('The model does not answer.'); //=> true
 */
export function ErrorBanner({ item }: { readonly item: StatusItem }): ReactNode {
  return (
    <div className="tt-banner" role="note" aria-label="Error">
      <span>
        <LongText text={item.text} />
      </span>
    </div>
  );
}

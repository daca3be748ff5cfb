import type { StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { ErrorBanner } from './error-banner.tsx';

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
  if (item.level === 'error') return <ErrorBanner item={item} />;
  return (
    <div className="tt-status" role="note">
      <span>
        <LongText text={item.text} />
      </span>
    </div>
  );
}

import type { StatusItem } from '@toolthread/core';
import { statusText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { Verdict } from './verdict.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** A status of the timeline. */
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
  const language = useLanguage();
  if (item.level === 'error') return <ErrorBanner item={item} />;
  return (
    <div className="tt-root tt-status" role="note">
      <span className="tt-plain">
        <LongText text={statusText(item, language)} />
      </span>
      <Verdict item={item} />
    </div>
  );
}

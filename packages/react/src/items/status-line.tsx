import type { StatusItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { ResumeButton } from './resume-button.tsx';

const limits: ReadonlySet<string> = new Set(['steps_limit', 'token_limit', 'time_limit', 'retry_limit', 'guard']);

export interface StatusLineProps {
  readonly item: StatusItem;
  /** Nothing came after it: only then can the run be taken up from here. */
  readonly last: boolean;
}

/**
 * A thing that happened to the run.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<StatusLine item={exampleItem('status')} last={false} />).includes('The model does not answer.'); //=> true
 */
export function StatusLine({ item, last }: StatusLineProps): ReactNode {
  if (item.level === 'error') return <ErrorBanner item={item} last={last} />;
  return (
    <div className="tt-status" role="note">
      <span>
        <LongText text={item.text} />
        {last && limits.has(item.code) && <ResumeButton item={item} label="Continue" />}
      </span>
    </div>
  );
}

import type { RequestItem } from '@toolthread/core';
import { requestTitle, settledText } from '@toolthread/core/lines';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { loadOpenRequest, openRequest } from './load-open-request.ts';

/**
 * Something only a person can settle. It is never folded away.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<RequestCard item={exampleItem('request')} />).includes('Which linter?'); //=> true
 */
export function RequestCard({ item }: { readonly item: RequestItem }): ReactNode {
  const [failed, setFailed] = useState(false);
  const [OpenRequest, setOpenRequest] = useState(openRequest);
  useEffect(() => {
    if (OpenRequest !== undefined) return;
    loadOpenRequest().then(
      () => setOpenRequest(openRequest),
      () => setFailed(true),
    );
  }, []);
  const title = requestTitle(item);
  if (item.request.settled !== undefined) return <Line text={`${title} → ${settledText(item.request)}`} />;
  if (OpenRequest !== undefined) return <OpenRequest item={item} title={title} />;
  return <Line text={failed ? `${title} This card could not be loaded. Reload the page.` : title} />;
}

/** A request without a call leaves no entry elsewhere, so that its card stays and says how it ended. */
function Line({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="tt-status" role="note">
      <span>
        <LongText text={text} />
      </span>
    </div>
  );
}

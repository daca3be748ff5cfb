import type { RequestItem } from '@toolthread/core';
import { requestTitle, settledText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { openRequest } from './load-open-request.ts';
import { useLanguage } from '../labels/use-language.ts';

/**
 * Something only a person can settle. It is never folded away.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<RequestCard item={exampleItem('request')} />).includes('Which linter?'); //=> true
 */
export function RequestCard({ item }: { readonly item: RequestItem }): ReactNode {
  const late = openRequest.use();
  const language = useLanguage();
  const title = requestTitle(item, language);
  if (item.request.settled !== undefined) return <Line text={`${title} → ${settledText(item.request, language)}`} />;
  if (late === undefined) return <Line text={title} />;
  if (late === 'failed')
    return <Line text={`${title} ${language.say('This card could not be loaded. Reload the page.')}`} />;
  return <late.OpenRequest item={item} title={title} />;
}

/** A request without a call leaves no entry elsewhere, so that its card stays and says how it ended. */
function Line({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="tt-root tt-status" role="note">
      <span>
        <LongText text={text} />
      </span>
    </div>
  );
}

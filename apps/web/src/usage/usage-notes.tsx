import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { priceDates } from './price-dates.ts';
import type { Usage } from '@toolthread/server/answers';

/** What the costs are made of, and what is not in the figures. */
export function UsageNotes({ usage: { prices, unpriced, skipped, undated } }: { readonly usage: Usage }): ReactNode {
  const language = usePageLanguage();
  const { say, count, told } = language;
  const isUndated = undated.calls + undated.input_tokens + undated.output_tokens + undated.worked_ms > 0;
  return (
    <div className="usage-notes">
      <p>
        {say('Prices of {dates}, for API tokens. Your own price list: {file}.', {
          dates: priceDates(prices, language),
          file: '~/.config/toolthread/prices.json',
        })}
      </p>
      {unpriced.length > 0 && (
        <p>
          {say('No price is known for these models, so the cost does not include them:')}{' '}
          {unpriced
            .map(({ model, tokens }) => {
              const name = model === null ? say('(no model named)') : visible(told(model));
              return `${name} (${count(tokens, 'token')})`;
            })
            .join(', ')}
        </p>
      )}
      {isUndated && <p>{say('Entries without a date are left out. “Any time” includes them.')}</p>}
      {skipped > 0 && <p>{say('{n} could not be read; “toolthread sessions” says why.', { n: skipped })}</p>}
    </div>
  );
}

import { scopeKind } from '@toolthread/core';
import { usageSum } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { ThreadFigures } from '@toolthread/core/summary';
import { contextFill } from '@toolthread/core/context';
import type { ContextFill } from '@toolthread/core/context';
import { speakerName } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { compactThread } from '@toolthread/client';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';
import { server } from '../page/server.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { COLUMNS } from '../usage/columns.ts';
import { TotalRow } from '../usage/total-row.tsx';
import { shareOf, spentBy, spentSum } from './spent-by.ts';
import { totalsOf, totalsText } from './totals.ts';
import { priceDates } from '../usage/price-dates.ts';
import type { Prices } from './use-prices.ts';

export interface SpentDialogProps {
  readonly state: ThreadState;
  readonly before: ThreadFigures | undefined;
  readonly prices: Prices | undefined;
  readonly place: string;
  readonly canCompact: boolean;
  readonly onClose: () => void;
}

const SHOWN = COLUMNS.model.filter(
  ({ title }) => title !== 'Calls' && title !== 'Failed' && title !== 'Of which reasoning',
);

/** The figures behind the header: how full each window is, what each model took, and a way to make room. */
export function SpentDialog({ state, before, prices, place, canCompact, onClose }: SpentDialogProps): ReactNode {
  const language = usePageLanguage();
  const { say, told } = language;
  const totals = totalsOf(state, before);
  const spent = spentBy(totals);
  const known = prices?.of ?? new Map();
  const columns = prices === undefined ? SHOWN.filter(({ title }) => title !== 'Cost') : SHOWN;
  const unpriced = spent.filter(({ model }) => model === undefined || known.get(model) === undefined);
  return (
    <PageDialog title={say('Usage of this thread')} onClose={onClose}>
      <p className="choice-note">{place}</p>
      <p className="choice-note">{totalsText(totals, language)}</p>
      <Windows state={state} canCompact={canCompact} />
      {state.origin !== undefined && (
        <p className="choice-note">
          {say(
            'This thread is a fork. The table shows what was used since the fork; what came before is counted in the original thread.',
          )}
        </p>
      )}
      {spent.length > 0 && (
        <div className="spent" role="region" aria-label={say('By model')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('Model')}</th>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {say(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {spent.map(({ model, rows }) => (
                <tr key={model ?? ''}>
                  <th scope="row">{model === undefined ? say('(no model named)') : visible(told(model))}</th>
                  {columns.map((column) => (
                    <td key={column.title}>
                      {column.text(
                        usageSum(rows, (name) => known.get(name)),
                        language,
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {spent.length > 1 && <TotalRow columns={columns} total={spentSum(spent, known)} />}
          </table>
        </div>
      )}
      {prices !== undefined && unpriced.length > 0 && (
        <p className="choice-note">
          {say('No price is known for these models, so the cost does not include them:')}{' '}
          {unpriced
            .map(({ model }) => (model === undefined ? say('(no model named)') : visible(told(model))))
            .join(', ')}
        </p>
      )}
      {prices !== undefined && (
        <p className="choice-note">
          {say('Prices of {dates}, for API tokens. Your own price list: {file}.', {
            dates: priceDates(prices.lists, language),
            file: '~/.config/toolthread/prices.json',
          })}
        </p>
      )}
    </PageDialog>
  );
}

/** How full the window of each agent is that answered here, and the way to make room in it. */
function Windows({ state, canCompact }: Pick<SpentDialogProps, 'state' | 'canCompact'>): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  const [work, setWork] = useState<'at work' | 'done' | { readonly problem: string }>();
  const fills = [undefined, ...members(state)].flatMap((scope) => {
    const fill = contextFill(state, scope);
    return fill === undefined ? [] : [{ scope, fill }];
  });
  if (fills.length === 0) return null;
  const compact = async (): Promise<void> => {
    setWork('at work');
    const made = await compactThread(server, state.id);
    setWork(made.ok ? 'done' : { problem: made.error.message });
  };
  return (
    <>
      {fills.map(({ scope, fill }) => (
        <div key={scope ?? ''} className="spent-window">
          <p>
            {scope === undefined ? '' : `${visible(speakerName(scope) ?? scope)}: `}
            {fillText(fill, language)}
          </p>
          {fill.window !== undefined && (
            <meter
              aria-label={say('Window')}
              value={Math.min(fill.tokens, fill.window)}
              max={fill.window}
              title={fillText(fill, language)}
            />
          )}
        </div>
      ))}
      {canCompact && (
        <div className="thread-acts">
          <button
            type="button"
            className="tt-button"
            aria-disabled={work === 'at work'}
            onClick={() => work !== 'at work' && void compact()}
          >
            {say('Compact now')}
          </button>
          <p role="status">
            {work === 'at work'
              ? say('The model is writing a summary…')
              : work === 'done'
                ? say('Done. The ledger keeps everything.')
                : say('A summary replaces earlier messages, for the model only.')}
          </p>
        </div>
      )}
      {typeof work === 'object' && (
        <p className="problem" role="alert">
          {say('Not done: {problem}', { problem: work.problem })}
        </p>
      )}
    </>
  );
}

function members({ scopes }: ThreadState): readonly string[] {
  return [...scopes.entries()].map(([scope]) => scope).filter((scope) => scopeKind(scope) === 'member');
}

function fillText(fill: ContextFill, { say, number }: PageLanguage): string {
  const { tokens, window, exact } = fill;
  const count = number(tokens);
  const used = exact ? count : say('about {n}', { n: count });
  if (window === undefined) return say('{used} tokens in the context window; its size is unknown.', { used });
  const all = number(window);
  return say('{used} of {all} tokens of the context window ({n}%)', { used, all, n: shareOf(fill) ?? 0 });
}

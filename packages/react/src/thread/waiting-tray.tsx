import { requestTitle } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import type { OpenCard } from '../requests/open-cards.ts';
import { useLanguage } from '../labels/use-language.ts';

export interface WaitingTrayProps {
  readonly cards: readonly OpenCard[];
  /** Shows the card of this request. */
  readonly onShow: (request: string) => void;
}

/** More than these are counted only: the first ones come first. */
const MOST = 5;

/** Where several cards wait and not all are in sight: how many of which kind, and the way to each. */
export function WaitingTray({ cards, onShow }: WaitingTrayProps): ReactNode {
  const language = useLanguage();
  const { say, count } = language;
  const approvals = cards.filter(({ item }) => item.request.kind === 'approval' || item.request.kind === 'plan').length;
  const kinds = [
    ...(approvals === 0 ? [] : [count(approvals, 'approval')]),
    ...(approvals === cards.length ? [] : [count(cards.length - approvals, 'question')]),
  ];
  return (
    <div className="tt-tray" role="group" aria-label={say('Waiting for you')}>
      <span>{say('Waiting for you: {title}', { title: kinds.join(', ') })}</span>
      {cards.slice(0, MOST).map(({ item }) => {
        const title = visible(requestTitle(item, language));
        return (
          <button
            key={item.key}
            type="button"
            data-tone="waiting"
            title={title}
            onClick={() => onShow(item.request.id)}
          >
            {title}
          </button>
        );
      })}
    </div>
  );
}

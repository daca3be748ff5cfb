import { requestTitle } from '@toolthread/core/lines';
import { asksApproval } from '@toolthread/core/queries';
import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { isForReader } from '../requests/is-for-reader.ts';
import type { OpenCard } from '../requests/open-cards.ts';
import { useThreadSettings } from './thread-settings.tsx';
import { useLanguage } from '../labels/use-language.ts';

export interface WaitingTrayProps {
  /** Where the nearest one is. */
  readonly way: '↑' | '↓';
  readonly cards: readonly OpenCard[];
  /** Shows the card of this request, or the nearest one. */
  readonly onShow: (request?: string) => void;
}

/** More than these are counted only: the first ones come first. */
const MOST = 5;

/** Where a card is out of sight: the way to it, and for whom it waits. Where several wait for the reader: how many of which kind, and the way to each. */
export function WaitingTray({ way, cards, onShow }: WaitingTrayProps): ReactNode {
  const language = useLanguage();
  const { say, count } = language;
  const settings = useThreadSettings();
  const own = cards.filter(({ item }) => isForReader(settings, item.request));
  const approvals = own.filter(({ item }) => asksApproval(item.request)).length;
  const kinds = [
    ...(approvals === 0 ? [] : [count(approvals, 'approval')]),
    ...(approvals === own.length ? [] : [count(own.length - approvals, 'question')]),
  ];
  return (
    <>
      {own.length > 1 && (
        <div className="tt-tray" role="group" aria-label={say('Waiting for you')}>
          <span>{say('Waiting for you: {title}', { title: kinds.join(', ') })}</span>
          {own.slice(0, MOST).map(({ item }) => {
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
      )}
      <button type="button" data-tone="waiting" onClick={() => onShow()}>
        {way} {say(own.length > 0 ? 'Waiting for you' : 'Waiting for others')}
      </button>
    </>
  );
}

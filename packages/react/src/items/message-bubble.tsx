import { HUMAN } from '@toolthread/core';
import type { MessageItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { ContentParts } from '../parts/content-parts.tsx';
import { visibleText } from '../text/hidden-characters.ts';
import { VisibleText } from '../text/visible-text.tsx';

const deliveries = { now: undefined, steer: 'Sent while it worked', followUp: 'Waits for the end of the run' } as const;

/** What a person, or another participant, said. */
export function MessageBubble({ item }: { readonly item: MessageItem }): ReactNode {
  const own = item.author === HUMAN;
  const note = deliveries[item.delivery];
  return (
    <article className="tt-message" data-own={own} aria-label={own ? 'You' : visibleText(item.author)}>
      {!own && (
        <h5 className="tt-author">
          <VisibleText text={[item.author, ...item.mentions].join(' → ')} />
        </h5>
      )}
      <div className="tt-bubble">
        <ContentParts parts={item.parts} />
      </div>
      {note !== undefined && <div className="tt-meta">{note}</div>}
    </article>
  );
}

import type { RequestItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';

/** What an agent says on its way. */
export function Commentary({ entry, text }: { readonly entry: string; readonly text: string }): ReactNode {
  return (
    <div className="tt-entry tt-commentary" data-entry={entry}>
      <Markdown text={text} />
    </div>
  );
}

/** What was said right before a question: above its card, where it is read. */
export function RequestLead({ item }: { readonly item: RequestItem }): ReactNode {
  return item.lead.map(({ place, text }) => (
    <div key={place.entry} className="tt-lead">
      <Markdown text={text} />
    </div>
  ));
}

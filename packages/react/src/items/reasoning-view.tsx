import { formatDuration } from '@toolthread/core';
import type { ReasoningItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';

/** What the model thought without doing anything. */
export function ReasoningView({ item }: { readonly item: ReasoningItem }): ReactNode {
  const time = item.endedAt === undefined ? '' : ` for ${formatDuration(item.endedAt - item.at)}`;
  return (
    <CollapsibleBlock id={item.key} className="tt-reasoning" label={`Thought${time}`}>
      {() =>
        item.entries
          .toArray()
          .map(
            (entry) =>
              entry.kind === 'reasoning' && (
                <ReasoningText key={entry.key} text={entry.text} complete={entry.complete} />
              ),
          )
      }
    </CollapsibleBlock>
  );
}

export function ReasoningText({ text, complete }: { readonly text: string; readonly complete: boolean }): ReactNode {
  if (text.trim() === '') return <p className="tt-empty">The provider keeps this thought to itself.</p>;
  return <Markdown text={text} complete={complete} />;
}

import type { ReasoningItem } from '@toolthread/core';
import { reasoningItemText, reasoningText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { useLanguage } from '../labels/use-language.ts';

/**
 * What the model thought without doing anything.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ReasoningView item={exampleItem('reasoning')} />).includes('(show details)'); //=> true
 */
export function ReasoningView({ item }: { readonly item: ReasoningItem }): ReactNode {
  return (
    <CollapsibleBlock id={item.key} className="tt-reasoning" label={reasoningItemText(item, useLanguage())}>
      {() =>
        item.entries.map(
          (entry) =>
            entry.kind === 'reasoning' && <ReasoningText key={entry.key} text={entry.text} complete={entry.complete} />,
        )
      }
    </CollapsibleBlock>
  );
}

export function ReasoningText({ text, complete }: { readonly text: string; readonly complete: boolean }): ReactNode {
  const language = useLanguage();
  if (text.trim() === '') return <p className="tt-empty">{reasoningText({ text }, language)}</p>;
  return <Markdown text={text} complete={complete} />;
}

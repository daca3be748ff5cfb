import type { CompactionItem } from '@toolthread/core';
import { compactionText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { useLanguage } from '../labels/use-language.ts';

/**
 * From here on the model sees a summary of what is above; the reader still sees all of it.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CompactionLine item={exampleItem('compaction')} />).includes('(show summary)'); //=> true
 */
export function CompactionLine({ item }: { readonly item: CompactionItem }): ReactNode {
  const language = useLanguage();
  const { say } = language;
  return (
    <CollapsibleBlock
      id={item.key}
      className="tt-compaction"
      label={<span className="tt-compaction-label">{compactionText(item, language)}</span>}
      hints={{ show: say('(show summary)'), hide: say('(hide summary)') }}
    >
      {() => <Markdown text={item.summary} />}
    </CollapsibleBlock>
  );
}

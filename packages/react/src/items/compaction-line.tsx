import type { CompactionItem } from '@toolthread/core';
import { compactionText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';

/**
 * From here on the model sees a summary of what is above; the reader still sees all of it.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CompactionLine item={exampleItem('compaction')} />).includes('(show summary)'); //=> true
 */
export function CompactionLine({ item }: { readonly item: CompactionItem }): ReactNode {
  return (
    <CollapsibleBlock
      id={item.key}
      className="tt-compaction"
      label={<span className="tt-compaction-label">{compactionText(item)}</span>}
      hints={{ show: '(show summary)', hide: '(hide summary)' }}
    >
      {() => <Markdown text={item.summary} />}
    </CollapsibleBlock>
  );
}

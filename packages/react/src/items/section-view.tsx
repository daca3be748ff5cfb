import type { SectionItem } from '@toolthread/core';
import { sectionText } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import type { DrawItems } from '../calls/child-run.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** A section of the timeline. */
export interface SectionViewProps {
  readonly item: SectionItem;
  readonly drawItems: DrawItems;
}

/**
 * What one participant did in one turn.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<SectionView item={exampleItem('section')} drawItems={() => null} />).includes('@coder'); //=> true
 */
export function SectionView({ item, drawItems }: SectionViewProps): ReactNode {
  // On a page nobody is mentioned by it.
  const title = visible(`${item.role === 'member' ? '@' : ''}${sectionText(item, useLanguage())}`);
  return (
    <section role="group" className="tt-root tt-section" data-role={item.role} aria-label={title}>
      <p className="tt-author">{title}</p>
      {drawItems(item.items)}
    </section>
  );
}

import { visible } from '@toolthread/core';
import type { SectionItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import type { DrawItems } from './child-run.tsx';

export interface SectionViewProps {
  readonly item: SectionItem;
  readonly drawItems: DrawItems;
}

/** What one participant did in one turn. */
export function SectionView({ item, drawItems }: SectionViewProps): ReactNode {
  const title = titleOf(item);
  return (
    <section className="tt-section" data-role={item.role} aria-label={title}>
      <h5 className="tt-author">{title}</h5>
      {drawItems(item.items)}
    </section>
  );
}

function titleOf({ role, name }: SectionItem): string {
  const shown = visible(name);
  switch (role) {
    case 'member':
      return `@${shown.replace(/^@/, '')}`;
    case 'team':
      return `${shown} · consensus`;
    case 'child':
      return `↳ ${shown}`;
    default:
      return role satisfies never;
  }
}

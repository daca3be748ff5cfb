import type { Timeline } from '@toolthread/core';
import type { ReactNode } from 'react';
import { ItemView } from './item-view.tsx';

/** Items below another item: few enough to mount all. */
export function ItemList({ items }: { readonly items: Timeline['items'] }): ReactNode {
  return (
    <div className="tt-items">
      {items.toArray().map((item, index) => (
        <ItemView key={item.key} item={item} last={index === items.length - 1} />
      ))}
    </div>
  );
}

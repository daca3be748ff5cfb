import type { Child } from '@toolthread/core';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { ItemList } from './item-list.tsx';

/** A run that a call started, under that call. */
export function ChildRun({ child }: { readonly child: Child }): ReactNode {
  const label = (
    <>
      <StateMark state={isActive(child) ? 'working' : 'idle'} />
      <span>
        ↳ <VisibleText text={child.name} />
      </span>
    </>
  );
  return (
    <CollapsibleBlock id={child.scope} className="tt-child" label={label}>
      {() => <ItemList items={child.items} />}
    </CollapsibleBlock>
  );
}

function isActive({ items }: Child): boolean {
  const last = items.last();
  if (last?.kind === 'group') return last.active;
  return last?.kind === 'answer' && last.state === 'streaming';
}

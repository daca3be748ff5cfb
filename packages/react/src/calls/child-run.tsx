import type { Child, Timeline } from '@toolthread/core';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { childState } from './child-state.ts';
import { VisibleText } from '../text/visible-text.tsx';

/** Draws the items inside of an item. */
export type DrawItems = (items: Timeline['items']) => ReactNode;

export interface ChildRunProps {
  readonly child: Child;
  readonly drawItems: DrawItems;
}

/** A run that a call started, under that call. */
export function ChildRun({ child, drawItems }: ChildRunProps): ReactNode {
  const label = (
    <>
      <StateMark state={childState(child.items.last())} />
      <span>
        ↳ <VisibleText text={child.name} />
      </span>
    </>
  );
  return (
    <CollapsibleBlock id={child.scope} className="tt-child" label={label}>
      {() => drawItems(child.items)}
    </CollapsibleBlock>
  );
}

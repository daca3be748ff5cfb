import { timeline } from '@toolthread/core';
import type { Item, LedgerEvent } from '@toolthread/core';
import type { ReactNode } from 'react';
import { useThread } from '../thread/use-thread.ts';
import { ItemView } from './item-view.tsx';

/** A thread, or a part of one. */
export interface ToolGroupProps {
  /** Its events, the newest last. */
  readonly events: readonly LedgerEvent[];
}

/** What is no call, and asks for nothing. */
const WORDS: ReadonlySet<Item['kind']> = new Set(['message', 'answer', 'reasoning', 'status', 'compaction', 'changes']);

/**
 * The tool calls of a thread without the words around them: a row for each group, which opens, and whatever waits for a person.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ToolGroup events={exampleEvents} />).includes('2 tool calls'); //=> true
 */
export function ToolGroup({ events }: ToolGroupProps): ReactNode {
  const { items } = timeline(useThread(events).thread);
  return (
    <div className="tt-root tt-items">
      {items.map((item) => !WORDS.has(item.kind) && <ItemView key={item.key} item={item} />)}
    </div>
  );
}

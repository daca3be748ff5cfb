import { timeline } from '@toolthread/core';
import type { ChangesItem, Item, LedgerEvent, OrphanItem, Timeline } from '@toolthread/core';
import { changesText, ORPHAN_TEXT, UNKNOWN_TOOL } from '@toolthread/core/lines';
import { memo } from 'react';
import type { MemoExoticComponent, ReactNode } from 'react';
import { AnswerView } from './answer-view.tsx';
import type { DrawItems } from '../calls/child-run.tsx';
import { callParts } from '../calls/load-calls.ts';
import { RequestLead } from './commentary.tsx';
import { CompactionLine } from './compaction-line.tsx';
import { GroupView } from './group-view.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { ReasoningView } from './reasoning-view.tsx';
import { bounded } from '../parts/bounded.tsx';
import { RequestCard } from '../requests/request-card.tsx';
import { SectionView } from './section-view.tsx';
import { showsNothing } from './shows-nothing.ts';
import { StatusLine } from './status-line.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { LongText } from '../text/long-text.tsx';
import { useThread } from '../thread/use-thread.ts';

/** An item of the timeline. */
export interface ItemViewProps {
  readonly item: Item;
  /** How the items inside of it are drawn, where not as on a page. */
  readonly drawItems?: DrawItems;
}

/** One item of the timeline. An item that did not change is the same object, and is not drawn again. */
export const ItemView: MemoExoticComponent<(props: ItemViewProps) => ReactNode> = memo(ItemInItsPlace);

function ItemInItsPlace(props: ItemViewProps): ReactNode {
  return bounded(props.item, <AnyItem {...props} />);
}

function AnyItem({ item, drawItems = drawList }: ItemViewProps): ReactNode {
  if (showsNothing(item)) return null;
  switch (item.kind) {
    case 'message':
      return <MessageBubble item={item} />;
    case 'group':
      return <GroupView item={item} drawItems={drawItems} />;
    case 'reasoning':
      return <ReasoningView item={item} />;
    case 'answer':
      return <AnswerView item={item} />;
    case 'request':
      return (
        <>
          <RequestLead item={item} />
          <RequestCard item={item} />
        </>
      );
    case 'status':
      return <StatusLine item={item} />;
    case 'compaction':
      return <CompactionLine item={item} />;
    case 'changes':
      return <LateChanges item={item} />;
    case 'section':
      return <SectionView item={item} drawItems={drawItems} />;
    case 'orphan':
      return <LateOrphan item={item} />;
    case 'gone':
      return null;
    default:
      return item satisfies never;
  }
}

/** With what draws calls; until that is here, what it says. */
function LateChanges({ item }: { readonly item: ChangesItem }): ReactNode {
  const late = callParts.use();
  const language = useLanguage();
  if (late !== undefined && late !== 'failed') return <late.ChangesLine item={item} />;
  return <p className="tt-changes">{changesText(item, language)}</p>;
}

function LateOrphan({ item }: { readonly item: OrphanItem }): ReactNode {
  const late = callParts.use();
  const { say } = useLanguage();
  if (late !== undefined && late !== 'failed') return <late.OrphanView item={item} />;
  return (
    <p className="tt-call">
      <LongText text={`${item.result.name ?? say(UNKNOWN_TOOL)} · ${say(ORPHAN_TEXT)}`} />
    </p>
  );
}

/** Items of a timeline, or the events of a thread: plain JSON, which a component of a server can hand over. */
export type ItemListProps =
  | { readonly items: Timeline['items']; readonly events?: undefined }
  | { readonly events: readonly LedgerEvent[]; readonly items?: undefined };

const noEvents: readonly LedgerEvent[] = [];

/**
 * All items of a thread, or those below another item, without a scroller: few enough to mount all.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ItemList events={exampleEvents} />).includes('Only the linter.'); //=> true
 */
export function ItemList(props: ItemListProps): ReactNode {
  const told = useThread(props.events ?? noEvents).thread;
  const { items } = props.items === undefined ? timeline(told) : props;
  return (
    <div className="tt-root tt-items">
      {items.map((item) => (
        <ItemView key={item.key} item={item} />
      ))}
    </div>
  );
}

/** Groups and sections hold items again: they are handed the way to draw them. */
const drawList: DrawItems = (items) => <ItemList items={items} />;

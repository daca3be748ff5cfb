import type { Item, Timeline } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { requestText } from '@toolthread/core/lines';
import type { WhenText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import type { DrawItems } from '../calls/child-run.tsx';
import { RequestLead } from '../items/commentary.tsx';
import { ItemView } from '../items/item-view.tsx';
import { VisibleText } from '../text/visible-text.tsx';

/** Runs inside runs, to any depth: deeper ones are drawn as text, which no depth overflows. */
const MOST_DEPTH = 8;

interface ExportItemProps {
  readonly item: Item;
  readonly depth: number;
  readonly when: WhenText | undefined;
}

/** One of the page's own items. What waits for a person is told with a message: a file takes no answer. */
export function ExportItem({ item, depth, when }: ExportItemProps): ReactNode {
  const drawItems: DrawItems = (inner) => <ExportItems items={inner} depth={depth + 1} when={when} />;
  const at = item.kind === 'message' || item.kind === 'answer' ? when?.(item.at) : undefined;
  if (item.kind !== 'request') {
    return (
      <>
        <ItemView item={item} drawItems={drawItems} />
        {at === undefined ? null : <p className={`tt-when tt-when-${item.kind}`}>{at}</p>}
      </>
    );
  }
  return (
    <>
      <RequestLead item={item} />
      <p className="tt-request tt-plain">
        <VisibleText text={requestText(item)} />
      </p>
    </>
  );
}

interface ExportItemsProps extends Pick<ExportItemProps, 'depth' | 'when'> {
  readonly items: Timeline['items'];
}

function ExportItems({ items, depth, when }: ExportItemsProps): ReactNode {
  if (depth > MOST_DEPTH) {
    return (
      <pre className="tt-result">
        <VisibleText text={renderText({ items }, { form: 'expanded' })} />
      </pre>
    );
  }
  return (
    <div className="tt-items">
      {items.map((item) => (
        <ExportItem key={item.key} item={item} depth={depth} when={when} />
      ))}
    </div>
  );
}

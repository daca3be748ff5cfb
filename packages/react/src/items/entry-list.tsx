import type { Entry, GroupItem } from '@toolthread/core';
import { discardedText, reasoningLabel } from '@toolthread/core/lines';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { LongText } from '../text/long-text.tsx';
import { useStill } from '../thread/use-still.ts';
import type { DrawItems } from '../calls/child-run.tsx';
import { CallEntry } from '../calls/call-entry.tsx';
import { Commentary } from './commentary.tsx';
import { ReasoningText } from './reasoning-view.tsx';

/** A long group shows its newest entries; the earlier ones come by the same number. */
const STEP = 60;

export interface EntryListProps {
  readonly entries: GroupItem['entries'];
  readonly drawItems: DrawItems;
}

export function EntryList({ entries, drawItems }: EntryListProps): ReactNode {
  const [shown, setShown] = useState(STEP);
  const hidden = useStill() ? 0 : Math.max(0, entries.length - shown);
  const drawn: ReactNode[] = [];
  for (let index = hidden; index < entries.length; index += 1) {
    const entry = entries.at(index);
    if (entry !== undefined) drawn.push(<EntryView key={entry.key} entry={entry} drawItems={drawItems} />);
  }
  return (
    <>
      {hidden > 0 && (
        <button type="button" className="tt-link-button tt-earlier" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, hidden)} of {hidden} earlier entries
        </button>
      )}
      {drawn}
    </>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly drawItems: DrawItems;
}

const EntryView = memo(function EntryView({ entry, drawItems }: EntryProps): ReactNode {
  switch (entry.kind) {
    case 'commentary':
      return <Commentary text={entry.text} />;
    case 'reasoning':
      return (
        <CollapsibleBlock id={entry.key} className="tt-entry tt-reasoning" label={reasoningLabel(entry)}>
          {() => <ReasoningText text={entry.text} complete={entry.complete} />}
        </CollapsibleBlock>
      );
    case 'discarded':
      return <Discarded entry={entry} />;
    case 'call':
      return <CallEntry call={entry.call} childRuns={entry.children} drawItems={drawItems} />;
    case 'gone':
      return null;
    default:
      return entry satisfies never;
  }
});

/** A provider attempt that failed: it does not count, and does not hide. */
function Discarded({ entry }: { readonly entry: Extract<Entry, { kind: 'discarded' }> }): ReactNode {
  return (
    <div className="tt-entry tt-discarded">
      <span>
        <LongText text={discardedText(entry)} />
      </span>
      {entry.text.trim() !== '' && (
        <del>
          <LongText text={entry.text} />
        </del>
      )}
    </div>
  );
}

import { callStatus } from '@toolthread/core';
import type { Entry, GroupItem } from '@toolthread/core';
import { discardedText, reasoningLabel } from '@toolthread/core/lines';
import { memo, use } from 'react';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { LongText } from '../text/long-text.tsx';
import type { DrawItems } from '../calls/child-run.tsx';
import { AtWorkContext } from '../calls/at-work-context.ts';
import { callParts } from '../calls/load-calls.ts';
import { Commentary } from './commentary.tsx';
import { NewestFirst } from './newest-first.tsx';
import { ReasoningText } from './reasoning-view.tsx';
import { useLanguage } from '../labels/use-language.ts';

export interface EntryListProps {
  readonly entries: GroupItem['entries'];
  readonly drawItems: DrawItems;
  /** The key of the group: somebody may be led to one of its entries. */
  readonly list: string;
}

export function EntryList({ entries, drawItems, list }: EntryListProps): ReactNode {
  const draw = (index: number): ReactNode => {
    const entry = entries.at(index);
    return entry && <EntryView key={entry.key} entry={entry} drawItems={drawItems} />;
  };
  return <NewestFirst length={entries.length} draw={draw} list={list} />;
}

interface EntryProps {
  readonly entry: Entry;
  readonly drawItems: DrawItems;
}

const EntryView = memo(function EntryView({ entry, drawItems }: EntryProps): ReactNode {
  const language = useLanguage();
  const atWork = use(AtWorkContext);
  switch (entry.kind) {
    case 'commentary':
      return <Commentary entry={entry.key} text={entry.text} />;
    case 'reasoning':
      return (
        <CollapsibleBlock
          id={entry.key}
          className="tt-entry tt-reasoning"
          label={reasoningLabel({ ...entry, atWork }, language)}
        >
          {() => <ReasoningText text={entry.text} complete={entry.complete} />}
        </CollapsibleBlock>
      );
    case 'discarded':
      return <Discarded entry={entry} />;
    case 'call':
      return <LateCall entry={entry} drawItems={drawItems} />;
    case 'gone':
      return null;
    default:
      return entry satisfies never;
  }
});

/** By its renderer; until that is here, what was called. */
function LateCall({
  entry,
  drawItems,
}: {
  readonly entry: Extract<Entry, { kind: 'call' }>;
  readonly drawItems: DrawItems;
}): ReactNode {
  const late = callParts.use();
  if (late !== undefined && late !== 'failed') {
    return <late.CallEntry call={entry.call} childRuns={entry.children} drawItems={drawItems} />;
  }
  return (
    <div className="tt-entry tt-call" data-status={callStatus(entry.call)} data-entry={entry.key}>
      <LongText text={`${entry.call.name}(${entry.call.arguments})`} />
    </div>
  );
}

/** A provider attempt that failed: it does not count, and does not hide. */
function Discarded({ entry }: { readonly entry: Extract<Entry, { kind: 'discarded' }> }): ReactNode {
  return (
    <div className="tt-entry tt-discarded" data-entry={entry.key}>
      <span className="tt-plain">
        <LongText text={discardedText(entry, useLanguage())} />
      </span>
      {entry.text.trim() !== '' && (
        <del className="tt-plain">
          <LongText text={entry.text} />
        </del>
      )}
    </div>
  );
}

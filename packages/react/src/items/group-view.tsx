import { groupHeader } from '@toolthread/core';
import type { GroupItem } from '@toolthread/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { LiveLine } from '../markdown/live-line.tsx';
import { useOpened } from '../thread/use-opened.ts';
import type { DrawItems } from './child-run.tsx';
import { EntryList } from './entry-list.tsx';
import { GroupHead } from './group-head.tsx';
import { hasEntries } from './shows-nothing.ts';

export interface GroupViewProps {
  readonly item: GroupItem;
  /** For the runs that its calls started. */
  readonly drawItems: DrawItems;
}

/** Consecutive calls of a turn: one quiet row, and its rail when opened. */
export function GroupView({ item, drawItems }: GroupViewProps): ReactNode {
  const [open, setOpen] = useOpened(item.key);
  const rail = useId();
  const header = groupHeader(item);
  const live = liveText(item);
  // With neither calls nor anybody at work there is nothing to sum up: what was said stands there.
  const shown = header === undefined || open;
  return (
    <section className="tt-group" data-state={header?.state} aria-label={header?.label}>
      {header !== undefined && (
        <GroupHead
          header={header}
          open={open}
          onToggle={hasEntries(item) ? () => setOpen(!open) : undefined}
          controls={rail}
        />
      )}
      {shown && hasEntries(item) && (
        <div id={rail} className="tt-rail">
          <EntryList entries={item.entries} drawItems={drawItems} />
        </div>
      )}
      {live !== undefined && (
        <p className="tt-live" data-kind={live.kind}>
          <LiveLine text={live.text} />
        </p>
      )}
    </section>
  );
}

function liveText({ live, entries, active }: GroupItem): { kind: 'text' | 'thought'; text: string } | undefined {
  if (live.trim() !== '') return { kind: 'text', text: live };
  const last = entries.last();
  if (!active || last?.kind !== 'reasoning' || last.complete || last.text.trim() === '') return undefined;
  return { kind: 'thought', text: last.text };
}

import { callStatus } from '@toolthread/core';
import type { GroupItem } from '@toolthread/core';
import { goesOn, groupHeader, hasEntries } from '@toolthread/core/lines';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { LiveLine } from '../markdown/live-line.tsx';
import { useStill } from '../thread/use-still.ts';
import { callParts } from '../calls/load-calls.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useOpened } from '../thread/use-opened.ts';
import { AtWorkContext } from '../calls/at-work-context.ts';
import type { DrawItems } from '../calls/child-run.tsx';
import { EntryList } from './entry-list.tsx';
import { GroupHead } from './group-head.tsx';
import { Verdict } from './verdict.tsx';
import { useLateControls } from '../thread/load-controls.ts';
import { useLanguage } from '../labels/use-language.ts';

/** A group of calls. */
export interface GroupViewProps {
  readonly item: GroupItem;
  /** For the runs that its calls started. */
  readonly drawItems: DrawItems;
}

/**
 * Consecutive calls of a turn: one quiet row, and its rail when opened.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<GroupView item={exampleItem('group')} drawItems={() => null} />).includes('2 tool calls'); //=> true
 */
export function GroupView({ item, drawItems }: GroupViewProps): ReactNode {
  const [open, setOpen] = useOpened(item.key);
  const still = useStill();
  const id = useId();
  const header = groupHeader(item, useLanguage());
  const late = callParts.use();
  const { ItemMenu, RetryLine } = useLateControls();
  const opens = hasEntries(item);
  const { show } = useThreadSettings();
  const head = header && (
    <GroupHead
      header={header}
      open={open}
      onToggle={opens && !still ? () => setOpen(!open) : undefined}
      controls={id}
      onFailed={show && (() => show(firstFailed(item)))}
    />
  );
  // With neither calls nor anybody at work there is nothing to sum up: what was said is there.
  const rail = opens && (header === undefined || open || still) && (
    <div id={id} className="tt-rail">
      <AtWorkContext value={goesOn(item)}>
        <EntryList list={item.key} entries={item.entries} drawItems={drawItems} />
      </AtWorkContext>
      <Verdict item={item} />
      {!item.active && <ItemMenu item={item} />}
    </div>
  );
  return (
    // Many have the same name: none is a landmark.
    <section className="tt-root tt-group" role="group" data-state={header?.state} aria-label={header?.label}>
      {still && opens && header !== undefined ? (
        <details className="tt-fold">
          <summary>{head}</summary>
          {rail}
        </details>
      ) : (
        <>
          {head}
          {rail}
        </>
      )}
      {header !== undefined && !open && late !== undefined && late !== 'failed' && (
        <AtWorkContext value={goesOn(item)}>
          <late.StandingCalls entries={item.entries} />
          {header.call !== undefined && !still && <late.CallUnderWay key={header.call.place} call={header.call} />}
        </AtWorkContext>
      )}
      <Live item={item} />
      {!still && <RetryLine item={item} />}
    </section>
  );
}

function firstFailed({ entries, key }: GroupItem): string {
  for (const entry of entries) if (entry.kind === 'call' && callStatus(entry.call) === 'failed') return entry.key;
  return key;
}

function Live({ item }: { readonly item: GroupItem }): ReactNode {
  const live = liveText(item);
  if (live === undefined) return null;
  return (
    <p className="tt-live" data-kind={live.kind}>
      <LiveLine {...live} />
    </p>
  );
}

function liveText({ live, entries, active }: GroupItem): { kind: 'text' | 'thought'; text: string } | undefined {
  if (live.trim() !== '') return { kind: 'text', text: live };
  const last = entries.last();
  if (!active || last?.kind !== 'reasoning' || last.complete || last.text.trim() === '') return undefined;
  return { kind: 'thought', text: last.text };
}

/** The items of a thread as the page draws them, but with folds in the place of everything that needs a script. */
import { changesText, contentsText, groupHeader, renderText, requestText, textOfResult } from '@toolthread/core';
import type { Entry, GroupItem, Item, Timeline } from '@toolthread/core';
import type { ReactNode } from 'react';
import { FileList } from '../changes/changes-line.tsx';
import { AnswerView } from '../items/answer-view.tsx';
import { GroupHead } from '../items/group-head.tsx';
import { MessageBubble } from '../items/message-bubble.tsx';
import { ReasoningText } from '../items/reasoning-view.tsx';
import { SectionView } from '../items/section-view.tsx';
import { showsNothing } from '../items/shows-nothing.ts';
import { StatusLine } from '../items/status-line.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { ExportCall } from './export-call.tsx';
import { Fold } from './fold.tsx';

/** Runs inside runs, to any depth: deeper ones are drawn as text, which no depth overflows. */
const MOST_DEPTH = 8;

export interface ExportItemsProps {
  readonly items: Timeline['items'];
  readonly depth?: number;
}

export function ExportItems({ items, depth = 0 }: ExportItemsProps): ReactNode {
  if (depth > MOST_DEPTH) {
    return (
      <pre className="tt-result">
        <VisibleText text={renderText({ items }, { form: 'expanded' })} />
      </pre>
    );
  }
  return (
    <div className="tt-items">
      {items.toArray().map((item) => (
        <ExportItem key={item.key} item={item} depth={depth} />
      ))}
    </div>
  );
}

function ExportItem({ item, depth }: { readonly item: Item; readonly depth: number }): ReactNode {
  if (showsNothing(item)) return null;
  switch (item.kind) {
    case 'message':
      return <MessageBubble item={item} />;
    case 'group':
      return <ExportGroup item={item} depth={depth} />;
    case 'reasoning':
      return (
        <Fold label="Thought" className="tt-reasoning">
          <Entries entries={item.entries} depth={depth} />
        </Fold>
      );
    case 'answer':
      return <AnswerView item={item} />;
    case 'request':
      return (
        <section className="tt-request">
          <p className="tt-plain">
            <VisibleText text={requestText(item)} />
          </p>
        </section>
      );
    case 'status':
      return <StatusLine item={item} last={false} />;
    case 'compaction':
      return (
        <Fold label="Context compacted" className="tt-compaction">
          <Markdown text={item.summary} />
        </Fold>
      );
    case 'changes':
      return (
        <Fold label={changesText(item)} className="tt-changes">
          <FileList item={item} />
        </Fold>
      );
    case 'section':
      return <SectionView item={item} drawItems={(items) => <ExportItems items={items} depth={depth + 1} />} />;
    case 'orphan': {
      const { name = 'A result', outcome, parts = [] } = item.result;
      const note = outcome === 'done' ? '' : ` · ${outcome}`;
      return (
        <Fold label={<VisibleText text={`${name} · without its call${note}`} />} className="tt-tool-block">
          <pre className="tt-result" data-status={outcome}>
            <VisibleText text={textOfResult(item.result) ?? contentsText(parts)} />
          </pre>
        </Fold>
      );
    }
    case 'gone':
      return null;
    default:
      return item satisfies never;
  }
}

function ExportGroup({ item, depth }: { readonly item: GroupItem; readonly depth: number }): ReactNode {
  const header = groupHeader(item);
  const entries = <Entries entries={item.entries} depth={depth} />;
  if (header === undefined || item.entries.length === 0) return <div className="tt-rail">{entries}</div>;
  return (
    <details className="tt-group tt-fold" data-state={header.state}>
      <summary>
        <GroupHead header={header} open={false} onToggle={undefined} controls="" />
      </summary>
      <div className="tt-rail">{entries}</div>
    </details>
  );
}

function Entries({ entries, depth }: { readonly entries: GroupItem['entries']; readonly depth: number }): ReactNode {
  return entries.toArray().map((entry) => <EntryView key={entry.key} entry={entry} depth={depth} />);
}

function EntryView({ entry, depth }: { readonly entry: Entry; readonly depth: number }): ReactNode {
  switch (entry.kind) {
    case 'commentary':
      return (
        <div className="tt-entry tt-commentary">
          <Markdown text={entry.text} />
        </div>
      );
    case 'reasoning':
      return (
        <Fold label="Thought" className="tt-entry tt-reasoning">
          <ReasoningText text={entry.text} complete={entry.complete} />
        </Fold>
      );
    case 'discarded':
      return (
        <div className="tt-entry tt-discarded">
          <VisibleText text={`Discarded attempt${entry.error === undefined ? '' : `: ${entry.error.message}`}`} />
        </div>
      );
    case 'call':
      return (
        <ExportCall call={entry.call}>
          {entry.children.map(({ scope, name, items }) => (
            <Fold key={scope} label={<VisibleText text={`↳ ${name}`} />} className="tt-child">
              <ExportItems items={items} depth={depth + 1} />
            </Fold>
          ))}
        </ExportCall>
      );
    case 'gone':
      return null;
    default:
      return entry satisfies never;
  }
}

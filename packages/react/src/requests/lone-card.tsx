import { emptyThread, parseEvent, threadOf, timeline } from '@toolthread/core';
import type { EventDraft, RequestItem } from '@toolthread/core';
import { appendDrafts } from '@toolthread/core/adapters';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { bounded } from '../parts/bounded.tsx';
import { ProblemLine } from '../parts/part-boundary.tsx';
import type { ThreadActions } from '../thread/actions/thread-actions.ts';
import { ThreadSettingsContext, useThreadSettings } from '../thread/thread-settings.tsx';
import { RequestCard } from './request-card.tsx';

export interface LoneCardProps {
  /** What a thread with this request would hold. */
  readonly drafts: readonly EventDraft[];
  readonly actions: ThreadActions;
}

/** A request that is in no thread, as the card that it would be in one. */
export function LoneCard(props: LoneCardProps): ReactNode {
  return bounded(props, <Card {...props} />);
}

function Card({ drafts, actions }: LoneCardProps): ReactNode {
  const settings = useThreadSettings();
  const text = JSON.stringify(drafts);
  const read = useMemo(() => requestIn(drafts), [text]);
  if (typeof read === 'string') return <ProblemLine message={read} />;
  return (
    <ThreadSettingsContext value={{ ...settings, thread: undefined, actions }}>
      {read && <RequestCard item={read} />}
    </ThreadSettingsContext>
  );
}

/** A text says what is wrong with it: in plain JavaScript no compiler has checked the request. */
function requestIn(drafts: readonly EventDraft[]): RequestItem | string | undefined {
  const events = appendDrafts(emptyThread('lone'), drafts, 0);
  for (const event of events) {
    const parsed = parseEvent(event);
    if (!parsed.ok) return parsed.reason;
  }
  return timeline(threadOf(events))
    .items.toArray()
    .find((item) => item.kind === 'request');
}

import { emptyThread, threadOf, timeline } from '@toolthread/core';
import type { EventDraft, RequestItem } from '@toolthread/core';
import { appendDrafts } from '@toolthread/core/adapters';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { PartBoundary } from '../parts/part-boundary.tsx';
import type { ThreadActions } from '../thread/thread-actions.ts';
import { ThreadSettingsContext, useThreadSettings } from '../thread/thread-settings.tsx';
import { RequestCard } from './request-card.tsx';

export interface LoneCardProps {
  /** What a thread with this request would hold. */
  readonly drafts: readonly EventDraft[];
  readonly actions: ThreadActions;
}

/** A request that is in no thread, as the card that it would be in one. */
export function LoneCard(props: LoneCardProps): ReactNode {
  return (
    <PartBoundary about={props}>
      <Card {...props} />
    </PartBoundary>
  );
}

function Card({ drafts, actions }: LoneCardProps): ReactNode {
  const settings = useThreadSettings();
  const text = JSON.stringify(drafts);
  const item = useMemo(() => requestIn(drafts), [text]);
  return (
    <ThreadSettingsContext value={{ ...settings, actions }}>
      {item && <RequestCard item={item} />}
    </ThreadSettingsContext>
  );
}

function requestIn(drafts: readonly EventDraft[]): RequestItem | undefined {
  const events = appendDrafts(emptyThread(''), drafts, 0);
  return timeline(threadOf(events))
    .items.toArray()
    .find((item) => item.kind === 'request');
}

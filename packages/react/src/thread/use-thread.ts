import type { ThreadConnection, ThreadSnapshot } from '@toolthread/client';
import type { LedgerEvent } from '@toolthread/core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { FoldedEvents } from './folded-events.ts';

/** A thread that is read along, by `connectThread` of `@toolthread/client`. */
export type LiveThread = Pick<ThreadConnection, 'subscribe' | 'snapshot'>;

/**
 * A thread in a component, which is drawn again when the thread changes: one that is read along, or one of events that are at hand, which
 * is `live` at all times. Each event is folded once, also where a list of them grows.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import type { LedgerEvent } from '@toolthread/core';
 * const events: LedgerEvent[] = [{ type: 'thread.created', title: 'Parser', v: 1, thread: 't1', seq: 1, at: 0 }];
 * const Title = () => useThread(events).thread.state.title;
 * renderToStaticMarkup(<Title />); //=> 'Parser'
 */
export function useThread(source: LiveThread | readonly LedgerEvent[]): ThreadSnapshot {
  const [folded] = useState(() => new FoldedEvents());
  const live = useMemo(() => (isLive(source) ? source : stillThread(folded, source)), [folded, source]);
  return useSyncExternalStore(live.subscribe, live.snapshot, live.snapshot);
}

function isLive(source: LiveThread | readonly LedgerEvent[]): source is LiveThread {
  return 'subscribe' in source;
}

function stillThread(folded: FoldedEvents, events: readonly LedgerEvent[]): LiveThread {
  const snapshot: ThreadSnapshot = {
    thread: folded.thread(events),
    connection: 'live',
    problem: undefined,
    earlier: undefined,
  };
  return { subscribe: () => () => undefined, snapshot: () => snapshot };
}

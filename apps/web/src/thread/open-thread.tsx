import type { ClientError } from '@toolthread/client';
import type { LedgerEvent } from '@toolthread/core';
import { useThread } from '@toolthread/react';
import { latePage } from '../late/late-page.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isSomeoneAtWork, newsOf } from './is-someone-at-work.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { ThreadPage } from './thread-page.tsx';
import type { ThreadPageProps } from './thread-page.tsx';
import { useConnection } from './use-connection.ts';
import { useStop } from './use-stop.ts';

const MissingPage = latePage(async () => (await withLateStyles(import('./missing-page.tsx'))).MissingPage);

const noEvents: readonly LedgerEvent[] = [];

/** What the page around a thread has to know of it. */
export interface ThreadNews {
  readonly thread: string;
  /** What the list of threads shows of it, as one word to compare. */
  readonly word: string;
  /** Its events come as they are written. */
  readonly live: boolean;
  /** When the newest event was written that is here. */
  readonly at: () => number;
  readonly problem: ClientError | undefined;
  /** Undefined while nobody is at work. */
  readonly stop: (() => void) | undefined;
}

export interface OpenThreadProps extends Omit<ThreadPageProps, 'connection' | 'stop'> {
  readonly thread: string;
  onNews(news: ThreadNews): void;
}

/** A thread, read along. Whatever folds and draws threads comes with it: the page for a new thread needs none of that. */
export function OpenThread({ thread, onNews, ...page }: OpenThreadProps): ReactNode {
  const connection = useConnection(thread);
  const shown = useThread(connection ?? noEvents);
  const stop = useStop(connection);
  const { state } = shown.thread;
  const word = newsOf(state);
  const atWork = isSomeoneAtWork(state);
  useEffect(() => {
    if (connection === undefined) return;
    onNews({
      thread,
      word,
      at: () => connection.state().at,
      problem: shown.problem,
      live: shown.connection === 'live',
      stop: atWork ? stop.press : undefined,
    });
  }, [connection, word, atWork, shown.problem, shown.connection]);
  if (shown.problem?.status === 404)
    return <MissingPage what={state.seq > 0 ? 'ended thread' : 'thread'} onMenu={page.onMenu} />;
  if (connection === undefined) return null;
  return <ThreadPage connection={connection} stop={stop} {...page} />;
}

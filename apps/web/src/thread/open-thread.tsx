import type { ClientError } from '@toolthread/client';
import type { LedgerEvent } from '@toolthread/core';
import { latePart, useThread } from '@toolthread/react';
import { useEffect } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Info } from '../page/info.ts';
import { isSomeoneAtWork, newsOf } from './is-someone-at-work.ts';
import { withLateStyles } from '../page/with-late-styles.ts';
import { ThreadPage } from './thread-page.tsx';
import { useConnection } from './use-connection.ts';
import { useStop } from './use-stop.ts';

const MissingPage = latePart(async () => (await withLateStyles(import('./missing-page.tsx'))).MissingPage);

const noEvents: readonly LedgerEvent[] = [];

/** What the page around a thread has to know of it. */
export interface ThreadNews {
  readonly thread: string;
  /** What the list of threads shows of it, as one word to compare. */
  readonly word: string;
  readonly at: number;
  readonly problem: ClientError | undefined;
  /** Undefined while nobody is at work. */
  readonly stop: (() => void) | undefined;
}

export interface OpenThreadProps {
  readonly thread: string;
  readonly info: Info;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** It was begun just now, or is the first that this page shows: whoever types, writes a message. */
  readonly begun: boolean;
  /** Absent if there is no list. */
  readonly onMenu: (() => void) | undefined;
  onNews(news: ThreadNews): void;
}

/** A thread, read along. Whatever folds and draws threads comes with it: the page for a new thread needs none of that. */
export function OpenThread({ thread, info, input, begun, onMenu, onNews }: OpenThreadProps): ReactNode {
  const connection = useConnection(thread);
  const shown = useThread(connection ?? noEvents);
  const stop = useStop(connection);
  const { state } = shown.thread;
  const word = newsOf(state);
  const atWork = isSomeoneAtWork(state);
  useEffect(() => {
    if (connection === undefined) return;
    onNews({ thread, word, at: state.at, problem: shown.problem, stop: atWork ? stop.press : undefined });
  }, [connection, word, atWork, shown.problem]);
  if (shown.problem?.status === 404)
    return <MissingPage what={state.seq > 0 ? 'ended thread' : 'thread'} onMenu={onMenu} />;
  if (connection === undefined) return null;
  return <ThreadPage connection={connection} info={info} input={input} begun={begun} onMenu={onMenu} stop={stop} />;
}

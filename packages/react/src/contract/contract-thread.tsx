import { timeline } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { Message } from '@toolthread/core/contract';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ContractFeed } from './contract-feed.ts';
import { ThreadView } from '../thread/thread-view.tsx';
import type { ThreadViewOptions } from '../thread/thread-view.tsx';

/** A foreign back end's messages and events; all else as in a thread of our own. */
export interface ContractThreadProps extends ThreadViewOptions {
  /** What the back end has stored. It is foreign JSON, and so are the events: what is no list is an empty one. */
  readonly messages: readonly Message[];
  /** What it has told live, the newest last. */
  readonly events?: readonly unknown[];
  /** The thread's id: what the reader opened is remembered under it. */
  readonly thread?: string;
}

/**
 * A foreign back end's thread: its stored messages, and the events that come meanwhile, drawn as any other thread.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const question = { id: 'm1', role: 'user', content: 'Who uses it?', timestamp: '2026-01-01T00:00:00Z' } as const;
 * renderToStaticMarkup(<ContractThread messages={[question]} />).includes('tt-thread'); //=> true
 */
export function ContractThread({ messages, events, thread, ...rest }: ContractThreadProps): ReactNode {
  const id = textOf(thread) ?? 'contract';
  const [feed] = useState(() => new ContractFeed(id));
  return <ThreadView {...rest} thread={id} items={timeline(feed.thread(messages, events)).items} />;
}

import { foldAll, type LedgerEvent, type ThreadState, type Timeline, threadOf, timeline } from '@toolthread/core';
import {
  type Answer,
  newThread,
  type Started,
  startServer,
  type StartOptions,
  unwrap,
  untilStatus,
} from './start-server.ts';

/** A server with one thread in it, and the ways to speak to it. */
export interface Room extends Omit<Started, 'restart'> {
  readonly thread: string;
  /** `/api/threads/ID`, and what follows. */
  readonly path: (rest: string) => string;
  /** Posts a message, as a page does. */
  readonly say: (text: string, more?: object) => Promise<Answer>;
  /** Writes one to the ledger, and tells nobody. */
  readonly write: (text: string) => Promise<void>;
  readonly events: () => Promise<readonly LedgerEvent[]>;
  readonly state: () => Promise<ThreadState>;
  /** What a person sees. */
  readonly timeline: () => Promise<Timeline>;
  readonly untilStatus: (status: string) => Promise<true>;
  /** The same thread after a restart, in which nothing was taken up yet. */
  readonly restart: () => Promise<Room>;
}

export async function openRoom(options: StartOptions = {}): Promise<Room> {
  const started = await startServer(options);
  return roomIn(started, await newThread(started));
}

export function roomIn(started: Started, thread: string): Room {
  const { ledger, call } = started;
  const path = (rest: string): string => `/api/threads/${thread}${rest}`;
  const events = async (): Promise<readonly LedgerEvent[]> =>
    unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
  return {
    ...started,
    thread,
    path,
    say: (text, more) => call('POST', path('/messages'), { body: { text, ...more } }),
    write: async (text) => {
      const parts = [{ type: 'text', text } as const];
      unwrap(await ledger.append(thread, [{ type: 'message.posted', author: '@human', parts, delivery: 'now' }]));
    },
    events,
    state: async () => foldAll(await events()),
    timeline: async () => timeline(threadOf(await events())),
    untilStatus: (status) => untilStatus(started, thread, status),
    restart: async () => roomIn(await started.restart(), thread),
  };
}

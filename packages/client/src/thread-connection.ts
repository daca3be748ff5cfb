/** What a program has of a thread that it reads along. `connectThread` gives it. */
import type { Answer, ContentPart, LedgerEvent, Thread, ThreadState, Timeline } from '@toolthread/core';
import type { MessagePosted } from '@toolthread/core/events';
import type { Changes } from './changes.ts';
import type { Earlier } from './read-cut.ts';
import type { Endpoint } from './request.ts';
import type { ClientError, Result } from './result.ts';

/** Which thread, on which server, and what to call when it changes. */
export interface ConnectOptions extends Endpoint {
  readonly thread: string;
  /** As `subscribe` of the connection. */
  readonly onChange?: () => void;
  /**
   * Every event as it comes, once and in order, for other views of the thread: `(event) => stream.push(event)` of a `textStream`. From the first
   * one again where the server lost the newest, and after a purge.
   */
  readonly onEvent?: (event: LedgerEvent) => unknown;
  /** What a listener threw, or its promise was rejected with: the connection and the other listeners go on. Without it, it is reported as the page's own errors are, or to the console. */
  readonly onError?: (error: unknown) => void;
  /** How long to wait before the next try, after `attempt` (from 0) that brought nothing. */
  readonly backoffMs?: (attempt: number) => number;
  readonly silenceMs?: number;
  /**
   * `newest`: of a long thread only the newest part is read, and what came before it when it is asked for (`readEarlier`). Without it, all is read from
   * the beginning.
   */
  readonly from?: 'newest';
}

/** `reconnecting` goes on by itself, `closed` does not. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'closed';

/** A thread as it is now, and whether it is read along. */
export interface ThreadSnapshot {
  readonly thread: Thread;
  readonly connection: ConnectionState;
  readonly problem: ClientError | undefined;
  /** What of the thread is not read yet; undefined if all of it is. */
  readonly earlier: Earlier | undefined;
  /**
   * What whoever reads may do in the thread, as the server says: `look`, `read`, `write`, `approve`, `own`. Absent if the server says nothing of it, or nothing yet:
   * with a token that opens all, that is everything. Only then may they allow a call for always.
   */
  readonly may?: readonly string[];
  /** Another number as soon as the server lets whoever reads do more or less in the thread. Absent if it was never said. */
  readonly standing?: number;
}

/** A thread that is read along, and what a person can do in it. */
export interface ThreadConnection {
  /** Tells when something is different, the thread or the connection: at most once a frame, where there are frames. Gives the way to end it. */
  subscribe(listener: () => void): () => void;
  /** All of it in one object, which is the same as long as nothing changed. */
  snapshot(): ThreadSnapshot;
  /** The thread as far as it has arrived, with its timeline: what views and exports are made of. */
  thread(): Thread;
  /** The fold of all events that have arrived. Immutable: the same object as long as nothing came. */
  state(): ThreadState;
  readonly timeline: Timeline;
  readonly connection: ConnectionState;
  /** Why it is not live, where there is a reason. */
  readonly problem: ClientError | undefined;
  /** Resolves when the message is kept for good. Tried again with the same id, it is still one message. */
  post(text: string, options?: PostOptions): Promise<Result<unknown>>;
  /** Other words for a message that nobody has read yet (`queuedMessages(state())`), by the `seq` of its event. */
  change(message: number, text: string): Promise<Result<unknown>>;
  /** Such a message was not meant to be said. */
  takeBack(message: number): Promise<Result<unknown>>;
  /**
   * Back to a message that was read, by the `seq` of its event: with words it is said otherwise, without them it is answered again. What came after it
   * stays in the ledger as a version (`versionsOf(state())`).
   */
  again(message: number, options?: AgainOptions): Promise<Result<unknown>>;
  /** Back to a boundary (`messageBoundaries`, `restAfter`). `stop`: a run that is at work is stopped first. */
  rewind(to: number, options?: RewindOptions): Promise<Result<unknown>>;
  /** `call`: the call that asks, or the name of the request itself. */
  answer(call: string, answers: readonly Answer[]): Promise<Result<unknown>>;
  decide(request: string, decision: DecisionOptions): Promise<Result<unknown>>;
  /** Ends what runs. `message`: why the stop is not in the ledger yet, as a message. */
  stop(): Promise<Result<{ readonly message: string | undefined }>>;
  /** Continues the last run where it was cut off (`stopToContinue(state())`), without a word. */
  continueRun(): Promise<Result<unknown>>;
  /** Ends the wait of a run for its next attempt. */
  tryNow(): Promise<Result<unknown>>;
  rename(title: string): Promise<Result<unknown>>;
  /** A change of the workspace, by its name: what is in the timeline, and the diff. */
  changes(change: string): Promise<Result<Changes>>;
  /** Every file as it was before that change. Refused, with the reason, where somebody's work would be lost. */
  undo(change: string): Promise<Result<unknown>>;
  /** Reads more of what came before, or `all` of it; the thread changes when it is there. */
  readEarlier(how: 'more' | 'all'): Promise<Result<unknown>>;
  /** Holds no connection until `wake`: a browser has six for all its pages. Nothing is lost, it goes on after the last event. */
  rest(): void;
  wake(): void;
  /** No callback is called any more. */
  close(): void;
}

/** How a message is posted: under which id, read when, and for whom. */
export interface PostOptions {
  readonly clientId?: string;
  readonly delivery?: MessagePosted['delivery'];
  readonly mentions?: readonly string[];
  /** Files and pictures that go with the words. The server takes `MOST_FILE_BYTES` of them (`@toolthread/core/text`) in one message. */
  readonly attachments?: readonly Blob[];
}

/** How a thread is rewound. */
export interface RewindOptions {
  /** A run that is at work is stopped first. Without it the rewind is refused while one is. */
  readonly stop?: boolean;
  /** The last event that the person could know of: what people did since (`doneSince`) is not taken back. Without it, the last one that has arrived. */
  readonly seen?: number;
}

/** What is said in the place of a message; nothing if it is answered again as it is. */
export interface AgainOptions extends RewindOptions {
  readonly text?: string;
  readonly mentions?: readonly string[];
  /** Parts of the message that stay: its pictures and files. */
  readonly keep?: readonly ContentPart[];
  readonly clientId?: string;
}

/** What a person says of a call that asks for leave. */
export interface DecisionOptions {
  readonly decision: 'once' | 'thread' | 'always' | 'deny' | 'edit';
  /** With `edit`: what shall run instead, as JSON text. */
  readonly arguments?: string;
  readonly reason?: string;
}

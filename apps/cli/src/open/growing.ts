import type { Trouble } from '../system-trouble.ts';
import type { OpenedThread } from '../thread/read-thread.ts';

/** A session that another program goes on with, as far as it was read. */
export interface Growing {
  readonly thread: OpenedThread;
  /** What happened to its file since it was opened. `rewritten`: what was read is no longer there. */
  fate(): 'there' | 'gone' | 'replaced' | 'rewritten';
  /** Reads what is new. Returns whether there was anything. */
  read(): boolean | Promise<boolean>;
  /** The whole session. The thread is closed: nothing in it stays open. */
  ended(): OpenedThread | Promise<OpenedThread>;
  /** Why its growth cannot be followed; undefined while it can. */
  trouble(): Trouble | undefined;
  close(): void;
}

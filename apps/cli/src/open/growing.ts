import type { Trouble } from '../system-trouble.ts';
import type { OpenedThread } from '../thread/read-thread.ts';

/** A session that another program goes on with, as far as it was read. */
export interface Growing {
  readonly thread: OpenedThread;
  /** What became of its file since it was opened. `rewritten`: what was read of it stands there no more. */
  fate(): 'there' | 'gone' | 'replaced' | 'rewritten';
  /** Reads what is new. Whether there was anything. */
  read(): boolean | Promise<boolean>;
  /** All that there is of it. The thread is closed: what is open in it is open no more. */
  ended(): OpenedThread | Promise<OpenedThread>;
  /** Why its growth cannot be followed; undefined while it can. */
  trouble(): Trouble | undefined;
  close(): void;
}

/** Who makes a thread's agent work. None of these but `close` waits for the work. */
export interface Runner {
  /** Something new is in the thread: a message, an answer, a decision. */
  wake(thread: string): void;
  /** `run.stop.requested` is in the ledger. */
  stop(thread: string): void;
  /** After a start: takes up what a crash or a shutdown has left. */
  recover(): Promise<void>;
  /** Ends every run where it is, as a crash would; the next start takes them up. */
  close(): Promise<void>;
}

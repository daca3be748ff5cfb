import type { Result } from '../result.ts';

/** Somebody who reads a thread along. */
export interface Reader {
  readonly thread: string;
  readonly person: string;
}

/** What is different at a node since it last said who reads there. */
export interface ReaderChanges {
  readonly came: readonly Reader[];
  readonly left: readonly Reader[];
}

/** Who is reading which thread, on any node. A node's report counts for the time that it gave. A node that reports nothing more has no readers after that. */
export interface Readers {
  /** It counts for `forMs`. `forgotten`: what the node said before does not count any more, and it has to say all of it again. */
  say(node: string, changes: ReaderChanges, forMs: number): Promise<Result<'known' | 'forgotten'>>;
  /** By name, each once. */
  of(thread: string): Promise<Result<readonly string[]>>;
  /** That node has no readers any more. */
  leave(node: string): Promise<Result<undefined>>;
}

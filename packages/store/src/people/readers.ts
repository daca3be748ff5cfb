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

/** Who reads which thread along, at any node. What a node said counts for the time that it gave: one that says nothing any more has no readers after it. */
export interface Readers {
  /** It counts for `forMs`. `forgotten`: what the node said before does not count any more, and it has to say all of it again. */
  say(node: string, changes: ReaderChanges, forMs: number): Promise<Result<'known' | 'forgotten'>>;
  /** By name, each once. */
  of(thread: string): Promise<Result<readonly string[]>>;
  /** That node has no readers any more. */
  leave(node: string): Promise<Result<undefined>>;
}

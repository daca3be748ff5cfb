import type { Result } from '../result.ts';

/** Somebody who reads a thread along. */
export interface Reader {
  readonly thread: string;
  readonly person: string;
}

/** What is different at a server since it last said who reads there. */
export interface ReaderChanges {
  readonly came: readonly Reader[];
  readonly left: readonly Reader[];
}

/** Who reads which thread along, at any server. A server that says nothing any more has no readers when its time is over. */
export interface Readers {
  /** For so long. `forgotten`: what it said before does not count any more, and it has to say all of it again. */
  say(server: string, changes: ReaderChanges, forMs: number): Promise<Result<'known' | 'forgotten'>>;
  /** By name, each once. */
  of(thread: string): Promise<Result<readonly string[]>>;
  /** That server has none any more. */
  leave(server: string): Promise<Result<undefined>>;
}

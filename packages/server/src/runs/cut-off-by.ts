import { thrownWords } from '@toolthread/core/text';
import { RunLost } from './run-lost.ts';

/** What cut a run off, as a sentence begins: another node had it. Why that one is away nobody here knows. */
export const OTHER_AWAY = 'The server that worked here stopped or lost the database';
/** This node had it, and got no answer for so long that it ended it. */
export const DATABASE_AWAY = 'The server lost touch with the database';

/** The same for a run that threw, and the words of its end. `cutOffBy(error)` */
export function cutOffBy(error: unknown): { readonly why: string; readonly reason: string } {
  const isUnwritten = error instanceof RunLost && error.code === 'unavailable';
  return {
    why: isUnwritten ? 'The ledger could not be written' : 'The run failed',
    reason: thrownWords(error),
  };
}

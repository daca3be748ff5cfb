/** Searches answer from the index in a thread of their own: the one that keeps it may be reading a long file. */
import { workerData } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { answerAsker } from '../worker/answer-asker.ts';
import { searchInIndex } from './search-in-index.ts';
import type { IndexAsked } from './search-in-index.ts';
import { openForReading } from './open-index.ts';
import type { IndexPlaces } from './search-source.ts';

const { index }: IndexPlaces = workerData;
let database: DatabaseSync | undefined;

answerAsker(async (asked: IndexAsked): Promise<unknown> => {
  database ??= openForReading(index);
  if (database === undefined) return { hits: [], more: false };
  try {
    return searchInIndex(database, asked);
  } catch (error) {
    // It was made again meanwhile.
    database.close();
    database = undefined;
    throw error;
  }
});

import { join } from 'node:path';
import type { SearchSource } from '@toolthread/server';
import { askWorker, IDLE_MS, workerFile } from '../worker/ask-worker.ts';
import type { IndexAsked, Searched } from './search-in-index.ts';

export interface IndexPlaces {
  readonly index: string;
  /** Shared by all threads: how many sessions are in the index, and how many there are. */
  readonly progress: Int32Array;
}

export interface IndexedSearch extends SearchSource {
  /** Brings the index up to date, in the background: afterwards all is in it that was there before. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const PLACES = 3;
/** For so long a search waits for what has just been said to be in the index. */
const WAIT_MS = 400;
/** What was brought up to date so lately is so still: whoever types a word does not wait at each letter. */
const MOMENT_MS = 3000;

/** `const search = searchSource(process.env, data, onError); … await search.close();` */
export function searchSource(env: NodeJS.ProcessEnv, data: string, onError: (error: unknown) => void): IndexedSearch {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const places: IndexPlaces = { index: join(data, 'search.db'), progress };
  const at = import.meta.url;
  const index = askWorker<'round'>(workerFile('./index-worker', at), {
    env,
    data: places,
    name: 'The index',
    idleMs: IDLE_MS,
  });
  const reader = askWorker<IndexAsked>(workerFile('./search-worker', at), { env, data: places, name: 'The search' });
  let round: Promise<void> | undefined;
  let isClosed = false;
  let upToDate = 0;

  /** One at a time. */
  function look(): Promise<void> {
    round ??= index
      .ask('round')
      .then(
        () => void (upToDate = Date.now()),
        (error: unknown) => void (isClosed || onError(error)),
      )
      .finally(() => (round = undefined));
    return round;
  }

  return {
    async refresh() {
      await round;
      await look();
    },
    async search({ asked, limit }) {
      if (Date.now() - upToDate > MOMENT_MS) await soon(look());
      const found: Searched = await reader.ask({ asked, limit, places: PLACES });
      const [read = 0, total = 0] = progress;
      // Whoever asks again later may find what is being read now.
      return { ...found, read, total: round === undefined ? total : Math.max(total, read + 1) };
    },
    async close() {
      isClosed = true;
      await Promise.all([index.close(), reader.close()]);
    },
  };
}

async function soon(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
  await Promise.race([work, waited]);
  clearTimeout(timer);
}

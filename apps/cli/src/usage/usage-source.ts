import type { UsageAnswer, UsageAsked, UsageSource } from '@toolthread/server';
import { priceOf, readPrices } from './read-prices.ts';
import { askWorker, IDLE_MS, workerFile } from '../worker/ask-worker.ts';

/** `const usage = usageSource(process.env, data); … await usage.close();`: the figures of `toolthread usage`, for the page. */
export function usageSource(env: NodeJS.ProcessEnv, data: string): Required<UsageSource> & { close(): Promise<void> } {
  const file = workerFile('./usage-worker', import.meta.url);
  const worker = askWorker<UsageAsked>(file, {
    env,
    data: { data },
    name: 'The reader of what was used',
    idleMs: IDLE_MS,
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** One after the other: they read the same files, and what the first has read is kept. */
    async usage(asked) {
      const mine = last.then((): Promise<UsageAnswer> => worker.ask(asked));
      last = mine.catch(() => undefined);
      return mine;
    },
    async prices(models) {
      const read = readPrices(undefined, env);
      if (!read.ok) return { ok: false, message: `${read.what} ${read.whatToDo}` };
      const { lists } = read;
      return {
        ok: true,
        lists: lists.map(({ file, date }) => ({ date, own: file !== null })),
        models: models.map((model) => ({ model, price: priceOf(lists, model) ?? null })),
      };
    },
    close: () => worker.close(),
  };
}

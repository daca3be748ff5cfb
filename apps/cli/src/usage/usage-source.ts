import type { UsageAnswer, UsageAsked, UsageSource } from '@toolthread/server';
import { askWorker, workerFile } from '../worker/ask-worker.ts';

/** `const usage = usageSource(process.env, data); … await usage.close();`: the figures of `toolthread usage`, for the page. */
export function usageSource(env: NodeJS.ProcessEnv, data: string): UsageSource & { close(): Promise<void> } {
  const file = workerFile('./usage-worker', import.meta.url);
  const worker = askWorker<UsageAsked>(file, { env, data: { data }, name: 'The reader of what was used' });
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** One after the other: they read the same files, and what the first has read is kept. */
    async usage(asked) {
      const mine = last.then((): Promise<UsageAnswer> => worker.ask(asked));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: () => worker.close(),
  };
}

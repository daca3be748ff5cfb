/** Sums up what was used in a thread of its own: there may be thousands of files to read. */
import { homedir } from 'node:os';
import { workerData } from 'node:worker_threads';
import { shortPath } from '@toolthread/core/text';
import type { UsageAnswer, UsageAsked } from '@toolthread/server';
import { answerAsker } from '../worker/answer-asker.ts';
import { everySession } from './every-session.ts';
import { readPrices } from './read-prices.ts';
import { usageReport } from './usage-report.ts';
import type { UsageReport } from './usage-report.ts';
import type { Grouping } from './used-rows.ts';

const { data }: { readonly data: string } = workerData;
const QUIET = { show: () => undefined, clear: () => undefined };

answerAsker(async ({ sessions, since, until, threads }: UsageAsked): Promise<UsageAnswer> => {
  const prices = readPrices(undefined, process.env);
  if (!prices.ok) return { ok: false, message: `${prices.what} ${prices.whatToDo}` };
  const skipped = new Set<string>();
  const every = await everySession({
    env: process.env,
    data,
    sessions,
    progress: QUIET,
    skipped: ({ path }) => skipped.add(path),
  });
  // A thread's path ends with its id.
  const isAsked = (path: string): boolean => threads?.has(path.slice(path.lastIndexOf('#') + 1)) ?? true;
  const all = every.filter(({ path }) => isAsked(path));
  const { lists } = prices;
  const by = (grouping: Grouping): UsageReport => usageReport(all, { by: grouping, since, until, lists });
  const home = process.env['HOME'] ?? homedir();
  const days = by('day');
  return {
    ok: true,
    usage: {
      prices: days.prices.map(({ file, date }) => ({ date, own: file !== null })),
      total: days.total,
      unpriced: days.unpriced,
      undated: days.undated,
      skipped: threads === undefined ? skipped.size : 0,
      day: days.groups,
      model: by('model').groups,
      project: by('project').groups.map(({ name, ...sum }) => ({
        name: name === null ? null : shortPath(name, home),
        ...sum,
      })),
      agent: by('agent').groups,
      tool: by('tool').groups,
    },
  };
});

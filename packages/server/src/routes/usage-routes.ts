import { isDay } from '@toolthread/core/text';
import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import type { UsageSource } from '../usage/usage-source.ts';
import { isHere } from './is-here.ts';
import { ownThreads } from './people/own-threads.ts';
import type { Services } from './services.ts';

/** Threads for whoever may read them; sessions of other agents only for whoever sits at this computer. */
export function usageRoutes(app: Hono<Http>, source: UsageSource | undefined, { people }: Services): void {
  app.get('/api/usage', async (c) => {
    if (source === undefined) return refuse(c, NO_USAGE);
    const { since = '', until = '' } = c.req.query();
    if ([since, until].some((day) => day !== '' && !isDay(day))) return refuse(c, BAD_DAY);
    const threads = await ownThreads(c, people);
    if (!threads.ok) return refuse(c, ledgerProblem(threads.error));
    const answer = await source.usage({ sessions: isHere(c), since, until, threads: threads.value });
    return answer.ok ? c.json(answer.usage) : refuse(c, problem(503, 'no_prices', answer.message));
  });

  app.get('/api/prices', async (c) => {
    if (source?.prices === undefined) return refuse(c, NO_USAGE);
    const models = c.req.queries('model') ?? [];
    if (models.length > MOST_MODELS || models.some((name) => name.length > LONGEST_NAME)) return refuse(c, BAD_MODELS);
    const answer = await source.prices(models);
    if (!answer.ok) return refuse(c, problem(503, 'no_prices', answer.message));
    return c.json({ lists: answer.lists, models: answer.models });
  });
}

const MOST_MODELS = 50;
const LONGEST_NAME = 300;
const BAD_MODELS = problem(
  400,
  'bad_models',
  `Ask for at most ${MOST_MODELS} models, whose names have at most ${LONGEST_NAME} letters: ?model=NAME&model=NAME.`,
);

const NO_USAGE = problem(404, 'no_usage', 'This server does not report usage.');
const BAD_DAY = problem(400, 'bad_day', 'since and until are days, like 2026-11-16.');

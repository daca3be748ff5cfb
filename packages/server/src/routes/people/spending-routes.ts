import type { Hono } from 'hono';
import { type Http, refuse } from '../../http/http.ts';
import { ledgerProblem, problem } from '../../http/problem.ts';
import { limitWords } from '../../spending/allowance.ts';
import type { Spending } from '../../spending/spending.ts';
import type { Services } from '../services.ts';

/** What the caller has used today, and what they may: of others it says nothing. */
export function spendingRoutes(app: Hono<Http>, { runner }: Pick<Services, 'runner'>): void {
  app.get('/api/spending', async (c) => {
    const known = await runner.allowance(c.get('by'));
    if (known === undefined) return refuse(c, NO_SPENDING);
    if (!known.ok) return refuse(c, ledgerProblem(known.error));
    const { tokens, cost, unpricedTokens, limits, freeAt } = known.value;
    const spending: Spending = {
      tokens: { used: tokens, limit: limits.tokens ?? null },
      cost: { used: cost, limit: limits.cost ?? null },
      unpriced_tokens: unpricedTokens,
      free_at: freeAt,
      over: limitWords(known.value) ?? null,
    };
    return c.json(spending);
  });
}

const NO_SPENDING = problem(404, 'no_spending', 'This server does not count what each person uses.');

import { z } from 'zod';
import { json } from './operation.ts';
import type { Operation } from './operation.ts';

const part = z.strictObject({ used: z.number(), limit: z.number().nullable() });

/** What somebody has used today. */
export const spendingOperations: Readonly<Record<string, Operation>> = {
  'GET /api/spending': {
    does: 'What the caller has used today (UTC) in runs of this server, on all nodes, and how much they may: tokens, and US dollars of those whose price is known.',
    answers: {
      200: json(
        z.strictObject({
          tokens: part,
          cost: part,
          unpriced_tokens: z.number(),
          free_at: z.number(),
          over: z.string().nullable(),
        }),
      ),
    },
    refusals: ['404 no_spending'],
  },
};

import { z } from 'zod';
import { emptyBody } from '../http/body/read-body.ts';
import { json } from './operation.ts';
import type { Operation, Refusal } from './operation.ts';

/** What a person wants of the agent beside words. `writes`: the refusals that every appending route has in common. */
export function runOperations(writes: readonly Refusal[]): Readonly<Record<string, Operation>> {
  return {
    'POST /api/threads/:id/compact': {
      does: 'Summarises what the agent has in its context, as it does by itself when the window is full. The ledger keeps everything.',
      body: emptyBody,
      answers: {
        200: json(z.strictObject({ tokens_before: z.number().nullable(), tokens_after: z.number().nullable() })),
      },
      refusals: [
        ...writes,
        '409 busy',
        '409 cannot_compact',
        '409 nothing_to_compact',
        '429 spending_limit',
        '502 no_summary',
      ],
    },
    'POST /api/threads/:id/try-now': {
      does: 'Ends the wait of a run for another attempt.',
      body: emptyBody,
      answers: { 204: { kind: 'nothing' } },
      refusals: [...writes, '409 not_waiting', '409 files_elsewhere'],
    },
  };
}

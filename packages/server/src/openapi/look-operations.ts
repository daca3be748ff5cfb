import { z } from 'zod';
import { json } from './operation.ts';
import type { Operation, Refusal } from './operation.ts';

/** What is looked up of a thread: where to read it from, what a call gave. `reads`: what every route refuses that looks into one. */
export function lookOperations(reads: readonly Refusal[]): Readonly<Record<string, Operation>> {
  return {
    'GET /api/threads/:id/cut': {
      does: 'A place near the end of a long thread to read it from: what its events after that place need to be folded, and what came before in numbers. Null if the thread is to be read from its beginning. The first time, a long thread takes a while.',
      query: { up_to: { integer: 'An event that the place is at or before.' } },
      answers: {
        200: json(
          z.strictObject({
            cut: z
              .looseObject({ v: z.literal(2), names: z.looseObject({ id: z.string(), seq: z.int() }), items: z.int() })
              .nullable(),
            before: z
              .strictObject({
                calls: z.int(),
                failed: z.int(),
                turns: z.int(),
                tokens: z.number(),
                spent: z.array(z.looseObject({ at: z.number() })),
              })
              .optional(),
          }),
        ),
      },
      refusals: [...reads, '400 bad_cursor'],
    },
    'GET /api/threads/:id/calls/:call/result': {
      does: 'The whole result of a call, as text. A call is named by its outward id, or by its place.',
      query: { by: '`place`: the name is the place of the call, its step, part and scope with a bar between.' },
      answers: { 200: { kind: 'text', type: 'text/plain' } },
      refusals: [...reads, '404 no_such_call', '404 no_result'],
    },
  };
}

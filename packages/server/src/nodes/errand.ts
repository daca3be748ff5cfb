import { z } from 'zod';
import type { Problem } from '../http/problem.ts';

/** What only the node can do that has a thread's files, or its run. Whoever asks for it has been judged by the node that was asked first. */
export const errandSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('undo'), thread: z.string(), change: z.string(), by: z.string() }),
  z.strictObject({ kind: z.literal('files'), thread: z.string(), words: z.string() }),
  z.strictObject({ kind: z.literal('try now'), thread: z.string(), by: z.string() }),
]);

export type Errand = z.infer<typeof errandSchema>;

/** What came of it: what a request for it is answered with. */
export type ErrandAnswer =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly problem: Problem };

const STATUSES = [400, 403, 404, 409, 422, 429, 500, 503] as const;

export const answerSchema = z.union([
  z.strictObject({ ok: z.literal(true), value: z.looseObject({}) }),
  z.strictObject({
    ok: z.literal(false),
    problem: z.strictObject({ status: z.literal(STATUSES), code: z.string(), message: z.string() }),
  }),
]);

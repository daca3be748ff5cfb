/** What people may send. Unknown fields are refused: a misspelt one must not be dropped in silence. */
import type { ContentPart } from '@toolthread/core';
import { repeatedKey } from '@toolthread/core/json';
import { z } from 'zod';
import type { HttpContext } from './http.ts';
import { type Problem, problem } from './problem.ts';

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('base64'), data: z.base64() }),
  z.strictObject({ kind: z.literal('blob'), hash: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().nonnegative() }),
]);
const bytes = { media_type: z.string().max(200), source, name: z.string().max(1000).exactOptional() };
const part: z.ZodType<ContentPart> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), ...bytes }),
  z.strictObject({ type: z.literal('file'), ...bytes }),
  z.strictObject({
    type: z.literal('reference'),
    name: z.string().max(1000),
    uri: z.string().max(4000).exactOptional(),
  }),
]);
const title = z.string().trim().min(1).max(300);

export const newThreadBody = z.strictObject({ title: title.exactOptional() });

export const titleBody = z.strictObject({ title });

const words = {
  text: z.string().min(1).exactOptional(),
  parts: z.array(part).min(1).max(100).exactOptional(),
};

interface Words {
  readonly text?: string;
  readonly parts?: readonly ContentPart[];
}

const eitherOr = ({ text, parts }: Words): boolean => (text === undefined) !== (parts === undefined);
const EITHER_OR = 'give either text or parts';

export const messageBody = z
  .strictObject({
    ...words,
    client_id: z
      .string()
      .regex(/^[\w.:-]{1,128}$/)
      .exactOptional(),
    delivery: z.enum(['now', 'steer', 'followUp']).default('now'),
    mentions: z.array(z.string().min(1).max(200)).max(100).exactOptional(),
  })
  .refine(eitherOr, EITHER_OR);

export const wordsBody = z.strictObject(words).refine(eitherOr, EITHER_OR);

/** What was said, as parts. */
export function partsOf({ text = '', parts }: Words): readonly ContentPart[] {
  return parts ?? [{ type: 'text', text }];
}

export const answersBody = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        question: z.string(),
        values: z.array(z.string()).max(100),
        text: z.string().exactOptional(),
      }),
    )
    .min(1)
    .max(100),
});

export const decisionBody = z
  .strictObject({
    decision: z.enum(['once', 'thread', 'always', 'deny', 'edit']),
    /** With `edit`: what shall run instead, as JSON text or as the object itself. */
    arguments: z.unknown().exactOptional(),
    reason: z.string().max(10_000).exactOptional(),
  })
  .refine(
    (body) => (body.decision === 'edit') === (body.arguments !== undefined),
    'give arguments with edit, and only then',
  );

export const emptyBody = z.strictObject({});

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** The body, checked. An absent one is `{}`. */
export function readBody<T>(c: HttpContext, schema: z.ZodType<T>): Read<T> {
  const text = c.get('body');
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch {
    return { ok: false, problem: problem(400, 'bad_json', 'The body is not JSON.') };
  }
  const twice = repeatedKey(text);
  if (twice !== undefined)
    return { ok: false, problem: problem(400, 'bad_json', `The key ${JSON.stringify(twice)} stands twice.`) };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: problem(400, 'bad_body', z.prettifyError(parsed.error)) };
}

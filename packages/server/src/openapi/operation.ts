import type { z } from 'zod';
import type { Body } from '../http/body/read-body.ts';

/** A route as its callers see it. */
export interface Operation {
  readonly does: string;
  /** Where others than those of its kind may ask: a GET is for whoever may read, all else for whoever may write. */
  readonly isFor?: 'readers' | 'anybody';
  readonly body?: Body<unknown>;
  /** What each means, in words; a number where it says so. */
  readonly query?: Readonly<Record<string, string | { readonly integer: string }>>;
  /** What it gives, by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** What it refuses besides what every route of its kind does: `404 no_such_thread`. */
  readonly refusals: readonly Refusal[];
}

export type Refusal = `${number} ${string}`;

/** `page or events`: what the caller asks for. `nothing`: no body. */
export type Answer =
  | { readonly kind: 'json' | 'page or events'; readonly schema: z.ZodType }
  | { readonly kind: 'text'; readonly type: `text/${string}` }
  | { readonly kind: 'events' | 'bytes' | 'nothing' };

/** An answer in JSON, of this form. */
export function json(schema: z.ZodType): Answer {
  return { kind: 'json', schema };
}

const EVERYWHERE: readonly Refusal[] = [
  '403 foreign_host',
  '403 foreign_origin',
  '500 internal',
  '503 too_many_requests',
];
const KNOWING: readonly Refusal[] = ['401 no_token', '401 sign_in', '401 wrong_token', '429 too_many_failures'];
/** Where threads have owners: before the route is asked. */
const GUARDED: readonly Refusal[] = ['403 not_allowed', '404 no_such_thread', '503 unavailable'];
const WRITING: readonly Refusal[] = ['403 read_only'];
const SENDING: readonly Refusal[] = ['415 not_json'];
const BODY: readonly Refusal[] = ['400 bad_body', '400 bad_json', '400 broken_body', '408 too_slow', '413 too_large'];

/** `refusalsOf('POST', operation)`: all of them, its own and those of its kind. */
export function refusalsOf(method: string, { body, refusals, isFor }: Operation): readonly Refusal[] {
  const writes = method !== 'GET' && isFor === undefined;
  const sends = method === 'POST' || method === 'PUT';
  return [
    ...EVERYWHERE,
    ...(isFor === 'anybody' ? [] : [...KNOWING, ...GUARDED]),
    ...(writes ? WRITING : []),
    ...(sends ? SENDING : []),
    ...(body === undefined ? [] : BODY),
    ...refusals,
  ];
}

import { ROLES } from '@toolthread/store';
import { z } from 'zod';
import { ACTIONS } from '../access/may.ts';
import { emptyBody, roleBody, signInBody } from '../http/body/read-body.ts';
import { json } from './operation.ts';
import type { Operation, Refusal } from './operation.ts';

const role = z.enum(ROLES);
/** Of every route about a thread's people. */
const SHARING: readonly Refusal[] = ['404 no_people', '404 no_such_thread', '503 unavailable'];

/** Who signs in, and with whom a thread is shared. */
export const peopleOperations: Readonly<Record<string, Operation>> = {
  'POST /api/sign-in': {
    does: 'Signs in with a name and a password, where people have accounts: a cookie that no script can read, and a secret for the page to keep.',
    isFor: 'anybody',
    body: signInBody,
    answers: { 200: json(z.strictObject({ page_secret: z.string(), name: z.string() })) },
    refusals: ['401 wrong_password', '404 no_accounts', '429 too_many_failures', '503 unavailable'],
  },
  'GET /api/sign-ins': {
    does: 'Where you are signed in, the newest first.',
    answers: {
      200: json(
        z.strictObject({
          sign_ins: z.array(
            z.strictObject({
              id: z.string(),
              at: z.number(),
              until: z.number(),
              browser: z.string(),
              here: z.boolean(),
            }),
          ),
        }),
      ),
    },
    refusals: ['404 no_accounts', '503 unavailable'],
  },
  'DELETE /api/sign-ins/:id': {
    does: 'Ends a sign-in of yours, and the streams it has opened; `this` is the one that asks.',
    answers: { 200: json(z.strictObject({ ended: z.string() })) },
    refusals: ['404 no_accounts', '404 no_such_sign_in', '503 unavailable'],
  },
  'GET /api/people': {
    does: 'The names of those who have accounts; null if a proxy or a program says who somebody is.',
    answers: { 200: json(z.strictObject({ people: z.array(z.string()).nullable() })) },
    refusals: ['404 no_people', '503 unavailable'],
  },
  'GET /api/threads/:id/people': {
    does: 'With whom the thread is shared, who is reading it now, what the caller may do there, who may approve, and for its owner the links to it.',
    answers: {
      200: json(
        z.strictObject({
          people: z.array(z.strictObject({ name: z.string(), role })),
          here: z.array(z.string()),
          may: z.array(z.enum(ACTIONS)),
          always: z.boolean(),
          approvers: z.array(z.string()),
          links: z.array(z.strictObject({ id: z.string(), by: z.string(), at: z.number() })),
        }),
      ),
    },
    refusals: SHARING,
  },
  'PUT /api/threads/:id/people/:name': {
    does: 'Shares the thread with somebody, or gives them another role.',
    body: roleBody,
    answers: { 200: json(z.strictObject({ name: z.string(), role })) },
    refusals: [...SHARING, '404 no_such_person', '409 is_owner'],
  },
  'DELETE /api/threads/:id/people/:name': {
    does: 'Removes a role, and ends what it has opened.',
    answers: { 200: json(z.strictObject({ name: z.string(), role: z.null() })) },
    refusals: [...SHARING, '409 is_owner'],
  },
  'POST /api/threads/:id/links': {
    does: 'A link to the thread, for reading: its secret is returned only now. Shown as `Authorization: Bearer`.',
    body: emptyBody,
    answers: { 201: json(z.strictObject({ id: z.string(), secret: z.string() })) },
    refusals: [...SHARING, '404 no_such_person'],
  },
  'DELETE /api/threads/:id/links/:link': {
    does: 'Revokes a link, and ends what it has opened.',
    answers: { 200: json(z.strictObject({ taken_back: z.string() })) },
    refusals: [...SHARING, '404 no_such_link'],
  },
};

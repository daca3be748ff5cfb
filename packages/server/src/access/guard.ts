import type { People } from '@toolthread/store';
import { type HttpContext, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { type Action, may, type Standing, standingOf } from './may.ts';
import { type RouteRule, routeRules } from './route-rules.ts';
import { routeOf } from '../http/route-of.ts';

/**
 * Comes before every route: the answer to somebody who may not do this, undefined for those who may. Somebody without a role in a thread gets the answer
 * that there is no such thread.
 *
 * `app.use('/api/*', async (c, next) => (await guard(c, people)) ?? next())`
 */
export async function guard(c: HttpContext, people: People | undefined): Promise<Response | undefined> {
  const rule = ruleOf(c);
  if (rule?.isFor === 'nobody yet') return undefined;
  const who = c.get('who');
  c.set('standing', who.opens === 'all' ? 'owner' : undefined);
  c.set('reads', async (thread) => {
    const standing = await standingOf(people, who, thread);
    return standing.ok && standing.value !== undefined;
  });
  // No route: the router says so.
  if (rule === undefined || who.opens === 'all') return undefined;
  if ('thread' in rule) return guardThread(c, people, rule);
  switch (rule.isFor) {
    case 'everybody':
      return undefined;
    case 'people':
      return who.opens === 'own' ? undefined : refuse(c, NOT_FOR_LINKS);
    case 'operator':
      return refuse(c, NOT_FOR_PEOPLE);
    default:
      return rule.isFor satisfies never;
  }
}

/** A route without a rule is a fault of ours, and open to nobody. */
export function ruleOf(c: HttpContext): RouteRule | undefined {
  const route = routeOf(c);
  if (route === undefined) return undefined;
  const name = `${route.method} ${route.path}`;
  const rule = routeRules[name];
  if (rule === undefined) throw new Error(`Nobody said whom ${name} is for: access/route-rules.ts.`);
  return rule;
}

async function guardThread(
  c: HttpContext,
  people: People | undefined,
  { isFor, thread: threadOf }: Extract<RouteRule, { thread: unknown }>,
): Promise<Response | undefined> {
  const thread = await threadOf(c);
  if (typeof thread !== 'string') return refuse(c, thread);
  const standing = await standingOf(people, c.get('who'), thread);
  if (!standing.ok) return refuse(c, ledgerProblem(standing.error));
  if (standing.value === undefined) return refuse(c, problem(404, 'no_such_thread', `There is no thread ${thread}.`));
  c.set('standing', standing.value);
  c.set('still', async () => {
    const now = await standingOf(people, c.get('who'), thread);
    if (!now.ok) return 'unknown';
    if (now.value === undefined || !may(now.value, isFor)) return false;
    if (now.value !== c.get('standing')) {
      c.set('standing', now.value);
      c.get('onStanding')?.();
    }
    return true;
  });
  return may(standing.value, isFor) ? undefined : refuse(c, tooLittle(standing.value, isFor));
}

/** `tooLittle('read', 'approve')`: what they may, and who gives more. */
export function tooLittle(standing: Standing, action: Action): Problem {
  return problem(403, 'not_allowed', `In this thread you may ${MAY[standing]}. ${WANTED[action]}`);
}

const MAY: Readonly<Record<Standing, string>> = {
  visitor: 'read what is said and done',
  read: 'read',
  write: 'read and write',
  approve: 'read, write and approve',
  owner: 'do everything',
};

const WANTED: Readonly<Record<Action, string>> = {
  look: 'Ask its owner to share it.',
  read: 'This is for those it is shared with.',
  write: 'This is for those who may write: ask its owner, or the operator of the server if it has none.',
  approve: 'This is for those who may approve: ask its owner, or the operator of the server if it has none.',
  own: 'This is for its owner, or for the operator of the server if it has none.',
};

const NOT_FOR_LINKS = problem(403, 'not_allowed', 'A link shows one thread, and nothing else.');
const NOT_FOR_PEOPLE = problem(403, 'not_allowed', 'This is for the operator of the server, who has its token.');

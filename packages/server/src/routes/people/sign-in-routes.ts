import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { passCookie } from '../../access/browser-pass.ts';
import { deviceCookie, deviceOf } from '../../access/people/device-cookie.ts';
import { isPassword } from '../../access/people/hash-password.ts';
import type { SignInLimit } from '../../access/people/sign-in-limit.ts';
import { sha256 } from '../../access/tokens/token-row.ts';
import { type Http, refuse } from '../../http/http.ts';
import {
  ledgerProblem,
  NO_ACCOUNTS,
  NO_SUCH_SIGN_IN,
  TOO_MANY,
  TOO_MANY_TRIES,
  WRONG_PASSWORD,
} from '../../http/problem.ts';
import { readBody, signInBody } from '../../http/body/read-body.ts';
import type { FailedSignIn, Metrics } from '../../metrics/metrics.ts';
import type { Services } from '../services.ts';

export interface SigningIn {
  /** Undefined: nobody has an account here. */
  readonly limit: SignInLimit | undefined;
  readonly basePath: string;
  readonly metrics: Pick<Metrics, 'signInFailed'>;
}

/** In with a name and a password, and out again. */
export function signInRoutes(
  app: Hono<Http>,
  { people, now }: Services,
  { limit, basePath, metrics }: SigningIn,
): void {
  let checking = 0;

  app.post('/api/sign-in', async (c) => {
    const body = await readBody(c, signInBody);
    if (!body.ok) return refuse(c, body.problem);
    if (people === undefined || limit === undefined) return refuse(c, NO_ACCOUNTS);
    const { name, password } = body.value;
    const caller = c.get('caller');
    const kept = await people.accounts.password(name);
    if (!kept.ok) return refuse(c, ledgerProblem(kept.error));
    const device = kept.value && deviceOf(c.env.incoming, { name, kept: kept.value }, caller);
    const failed = (why: FailedSignIn['why']): void =>
      metrics.signInFailed({ address: caller.address, person: kept.value === undefined ? undefined : name, why });
    const attempt = limit.begin({ address: caller.address, name, device: device || undefined });
    if (attempt === undefined) {
      failed('too_many');
      c.header('retry-after', '60');
      return refuse(c, TOO_MANY_TRIES);
    }
    if (checking >= MOST_CHECKED) {
      attempt.forgive();
      return refuse(c, TOO_MANY);
    }
    checking += 1;
    const isRight = await isPassword(password, kept.value).finally(() => (checking -= 1));
    if (!isRight || kept.value === undefined) {
      failed(kept.value === undefined ? 'unknown_name' : 'wrong_password');
      return refuse(c, WRONG_PASSWORD);
    }
    attempt.forgive();
    const pass = { cookie: randomBytes(32).toString('base64url'), pageSecret: randomBytes(32).toString('base64url') };
    const begun = await people.signIns.begin({
      cookie: sha256(pass.cookie),
      secret: sha256(pass.pageSecret),
      person: name,
      at: now(),
      until: now() + MONTH_MS,
      browser: (c.req.header('user-agent') ?? '').slice(0, LONGEST_BROWSER),
    });
    if (!begun.ok) return refuse(c, ledgerProblem(begun.error));
    if (!begun.value) return refuse(c, WRONG_PASSWORD);
    void people.signIns.expire(now());
    c.header('set-cookie', passCookie(pass, caller, basePath), { append: true });
    c.header('set-cookie', deviceCookie({ name, kept: kept.value }, caller, basePath), { append: true });
    return c.json({ page_secret: pass.pageSecret, name });
  });

  app.get('/api/sign-ins', async (c) => {
    const own = await people?.signIns.of(c.get('by'));
    if (own === undefined) return refuse(c, NO_ACCOUNTS);
    if (!own.ok) return refuse(c, ledgerProblem(own.error));
    const here = c.get('signIn')?.cookie;
    const listed = own.value.map(({ cookie, at, until, browser }) => ({
      id: idOf(cookie),
      at,
      until,
      browser,
      here: cookie === here,
    }));
    return c.json({ sign_ins: listed });
  });

  app.delete('/api/sign-ins/:id', async (c) => {
    const own = await people?.signIns.of(c.get('by'));
    if (own === undefined || people === undefined) return refuse(c, NO_ACCOUNTS);
    if (!own.ok) return refuse(c, ledgerProblem(own.error));
    // `this`: by which the request came.
    const given = c.req.param('id');
    const here = c.get('signIn')?.cookie;
    const meant = own.value.find(({ cookie }) => (given === 'this' ? cookie === here : idOf(cookie) === given));
    if (meant === undefined) return refuse(c, NO_SUCH_SIGN_IN);
    const ended = await people.signIns.end(c.get('by'), meant.cookie);
    return ended.ok ? c.json({ ended: idOf(meant.cookie) }) : refuse(c, ledgerProblem(ended.error));
  });
}

/** It names the sign-in, and is not the digest by which it is known. */
function idOf(cookie: string): string {
  return sha256(cookie).slice(0, 16);
}

const MONTH_MS = 30 * 24 * 3600 * 1000;
const LONGEST_BROWSER = 300;
/** Each takes 32 MB while it lasts. */
const MOST_CHECKED = 16;

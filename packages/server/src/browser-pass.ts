import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import { isStrong } from './strong-token.ts';

/**
 * What a browser shows in the token's place, in two halves that are kept in different places. The cookie no script can read, but
 * browsers send it to every port of a host. The secret belongs to the page's own origin, but its scripts can read it. Neither
 * opens anything alone.
 */
export interface BrowserPass {
  readonly cookie: string;
  readonly pageSecret: string;
}

/** The header in which the page sends its secret. No browser adds it unasked. */
const PAGE_SECRET = 'x-toolthread-page';
const MONTH = 30 * 24 * 3600;
/** From the cookie, which strangers see, a weak token could be found by trying: its pass is made new at each start. */
const ofThisStart = randomBytes(32);

/** The same for the same token, so that it outlives a restart. Neither half tells the token or the other half. */
export function browserPass(token: string): BrowserPass {
  const key = isStrong(token) ? token : createHmac('sha256', ofThisStart).update(token).digest();
  const half = (name: string): string => createHmac('sha256', key).update(`toolthread ${name} 2`).digest('base64url');
  return { cookie: half('cookie'), pageSecret: half('page') };
}

/** The halves that a request shows. */
export function readPass({ headers }: IncomingMessage, caller: Caller): Partial<BrowserPass> {
  const name = cookieName(caller);
  const pair = headers.cookie?.split(/; */).find((text) => text.startsWith(`${name}=`));
  const secret = headers[PAGE_SECRET];
  return {
    ...(pair === undefined ? {} : { cookie: pair.slice(name.length + 1) }),
    ...(typeof secret === 'string' ? { pageSecret: secret } : {}),
  };
}

/** The `Set-Cookie` of the one half, on the host that the request named. */
export function passCookie({ cookie }: BrowserPass, caller: Caller): string {
  const secure = caller.scheme === 'https' ? '; Secure' : '';
  return `${cookieName(caller)}=${cookie}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${MONTH}${secure}`;
}

/** Browsers keep cookies by host without its port: two servers on one machine need two names. */
function cookieName({ host }: Caller): string {
  return `toolthread_${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
}

import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import { isStrong } from './tokens/token-problem.ts';

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

/**
 * The passes that a request may mean: none without both halves, and several where another server of this host has set a cookie of the
 * same name. The browser sends them all, and a stranger's must not lock the owner out.
 */
export function readPasses({ headers }: IncomingMessage, caller: Caller): readonly BrowserPass[] {
  const start = `${cookieName(caller)}=`;
  const pageSecret = headers[PAGE_SECRET];
  if (typeof pageSecret !== 'string') return [];
  const pairs = headers.cookie?.split(/; */).filter((pair) => pair.startsWith(start)) ?? [];
  return pairs.map((pair) => ({ cookie: pair.slice(start.length), pageSecret }));
}

/** The `Set-Cookie` of the one half, on the host that the request named, below the server's path. */
export function passCookie({ cookie }: BrowserPass, caller: Caller, basePath: string): string {
  const secure = caller.scheme === 'https' ? '; Secure' : '';
  return `${cookieName(caller)}=${cookie}; Path=${basePath}/api; HttpOnly; SameSite=Strict; Max-Age=${MONTH}${secure}`;
}

/** Browsers keep cookies by host without its port: two servers on one machine need two names. */
export function cookieName({ host }: Caller, what = ''): string {
  return `toolthread_${what}${/:(\d\d*)$/.exec(host)?.[1] ?? '80'}`;
}

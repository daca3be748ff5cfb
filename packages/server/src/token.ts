/** One secret, two ways to show it: as a bearer token, or as the cookie that `POST /api/session` gave for it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Token {
  /** The one place where a request's credential is read. */
  check(incoming: IncomingMessage): 'bearer' | 'cookie' | 'wrong' | 'none';
  /** The `Set-Cookie` that stands for the token on the host the request named. */
  cookie(incoming: IncomingMessage): string;
}

const MONTH = 30 * 24 * 3600;

/** `createToken('a long secret')`. The cookie outlives a restart, because it is derived; it does not reveal the token. */
export function createToken(secret: string): Token {
  const session = createHmac('sha256', secret).update('toolthread session 1').digest('base64url');
  return {
    check(incoming) {
      const { authorization } = incoming.headers;
      if (authorization !== undefined) {
        const [, given = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
        return isEqual(given, secret) ? 'bearer' : 'wrong';
      }
      const given = readCookie(incoming, cookieName(incoming));
      if (given === undefined) return 'none';
      return isEqual(given, session) ? 'cookie' : 'wrong';
    },
    cookie: (incoming) => `${cookieName(incoming)}=${session}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${MONTH}`,
  };
}

/** Browsers keep cookies by host without its port: two servers on one machine need two names. */
function cookieName(incoming: IncomingMessage): string {
  return `toolthread_${/:(\d+)$/.exec(incoming.headers.host ?? '')?.[1] ?? '80'}`;
}

function readCookie(incoming: IncomingMessage, name: string): string | undefined {
  const pair = incoming.headers.cookie?.split(/; */).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** In constant time: digests have one length, whatever was given. */
function isEqual(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

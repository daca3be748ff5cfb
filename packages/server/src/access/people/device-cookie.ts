import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookieName } from '../browser-pass.ts';
import type { Caller } from '../caller.ts';

/** Who, and what is kept of their password. */
interface Whose {
  readonly name: string;
  readonly kept: string;
}

/**
 * Says that somebody was signed in here before, and opens nothing: with it, the wrong guesses of strangers do not keep them out. It is made with
 * what is kept of their password, and ends with it.
 */
export function deviceCookie({ name, kept }: Whose, caller: Caller, basePath: string): string {
  const nonce = randomBytes(12).toString('base64url');
  const secure = caller.scheme === 'https' ? '; Secure' : '';
  return `${nameOf(caller)}=${nonce}.${sealOf(nonce, name, kept)}; Path=${basePath}/api/sign-in; HttpOnly; SameSite=Strict; Max-Age=${YEAR}${secure}`;
}

/** The browser by its own mark; undefined if it was never signed in by this password. */
export function deviceOf({ headers }: IncomingMessage, { name, kept }: Whose, caller: Caller): string | undefined {
  const start = `${nameOf(caller)}=`;
  for (const pair of headers.cookie?.split(/; */) ?? []) {
    const [nonce = '', seal = ''] = pair.startsWith(start) ? pair.slice(start.length).split('.') : [];
    if (nonce !== '' && seal === sealOf(nonce, name, kept)) return nonce;
  }
  return undefined;
}

const YEAR = 365 * 24 * 3600;

function sealOf(nonce: string, name: string, kept: string): string {
  return createHmac('sha256', kept).update(`toolthread device ${nonce} ${name}`).digest('base64url');
}

function nameOf(caller: Caller): string {
  return cookieName(caller, 'device_');
}

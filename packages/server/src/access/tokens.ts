import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BrowserPass, browserPass, readPasses } from './browser-pass.ts';
import type { Caller } from './caller.ts';
import { sha256, type TokenRow } from './token-row.ts';

export interface Tokens {
  /** The one place where a request's credential is read. */
  check(incoming: IncomingMessage, caller: Caller): Checked;
  /** Whether the token with this digest, which let somebody in, would still do so. */
  isGood(digest: string): boolean;
}

type Checked =
  | { readonly is: 'right'; readonly token: TokenRow; readonly pass: BrowserPass }
  | { readonly is: 'wrong' | 'none' };

/** `createTokens(() => [tokenRow('owner', 'a long secret')], Date.now)`. The rows are asked for anew each time: one may be revoked. */
export function createTokens(
  rows: () => readonly TokenRow[],
  now: () => number,
  onRight: (credential: string) => void = () => undefined,
): Tokens {
  const good = (): readonly TokenRow[] => rows().filter(({ expiresAt = Infinity }) => now() < expiresAt);
  return {
    check(incoming, caller) {
      const { authorization } = incoming.headers;
      if (authorization !== undefined) {
        const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
        if (given === undefined) return { is: 'wrong' };
        const token = good().find(({ digests }) => matches(given, digests.token));
        if (token === undefined) return { is: 'wrong' };
        onRight(given);
        return { is: 'right', token, pass: browserPass(given) };
      }
      const passes = readPasses(incoming, caller);
      for (const token of good()) {
        const pass = passes.find((shown) => fits(shown, token));
        if (pass === undefined) continue;
        onRight(pass.cookie);
        onRight(pass.pageSecret);
        return { is: 'right', token, pass };
      }
      return { is: passes.length === 0 ? 'none' : 'wrong' };
    },
    isGood: (digest) => good().some(({ digests }) => digests.token === digest),
  };
}

function fits({ cookie, pageSecret }: BrowserPass, { digests }: TokenRow): boolean {
  return matches(cookie, digests.cookie) && matches(pageSecret, digests.pageSecret);
}

/** In constant time: digests have one length, whatever was given. */
function matches(given: string, digest: string): boolean {
  const [one, other] = [Buffer.from(sha256(given)), Buffer.from(digest)];
  return one.length === other.length && timingSafeEqual(one, other);
}

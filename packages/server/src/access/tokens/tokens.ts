import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerOf } from './bearer-of.ts';
import { type BrowserPass, browserPass, readPasses } from '../browser-pass.ts';
import type { Caller } from '../caller.ts';
import { knownRows, sha256, type SomeTokens, type TokenRow } from './token-row.ts';

export interface Tokens {
  /** The one place where a request's credential is read. */
  check(incoming: IncomingMessage, caller: Caller): Checked;
  /** Whether the token with this digest, which let somebody in, would still do so. */
  isGood(digest: string): boolean;
}

/** `unknown`: it is none of those that could be read, and others could not. */
type Checked =
  | { readonly is: 'right'; readonly token: TokenRow; readonly pass: BrowserPass }
  | { readonly is: 'wrong' | 'unknown' | 'none' };

/** `createTokens(() => [tokenRow('owner', 'a long secret')], Date.now)`. The rows are asked for again each time: one may be revoked. */
export function createTokens(
  tokens: () => readonly TokenRow[] | SomeTokens,
  now: () => number,
  onRight: (credential: string) => void = () => undefined,
): Tokens {
  const goodOf = (given: readonly TokenRow[] | SomeTokens): readonly TokenRow[] =>
    knownRows(given).filter(({ expiresAt = Infinity }) => now() < expiresAt);
  return {
    check(incoming, caller) {
      if (incoming.headers.authorization !== undefined) {
        const given = bearerOf(incoming);
        if (given === undefined) return { is: 'wrong' };
        const all = tokens();
        const token = goodOf(all).find(({ digests }) => matches(given, digests.token));
        if (token === undefined) return { is: 'known' in all ? 'unknown' : 'wrong' };
        onRight(given);
        return { is: 'right', token, pass: browserPass(given) };
      }
      const passes = readPasses(incoming, caller);
      const all = tokens();
      for (const token of goodOf(all)) {
        const pass = passes.find((shown) => fits(shown, token));
        if (pass === undefined) continue;
        onRight(pass.cookie);
        onRight(pass.pageSecret);
        return { is: 'right', token, pass };
      }
      if (passes.length === 0) return { is: 'none' };
      return { is: 'known' in all ? 'unknown' : 'wrong' };
    },
    isGood: (digest) => goodOf(tokens()).some(({ digests }) => digests.token === digest),
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

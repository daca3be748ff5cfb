import { createHash } from 'node:crypto';
import { type BrowserPass, browserPass } from '../browser-pass.ts';
import { isStrong } from './token-problem.ts';

/** A token that opens the server, as the server knows it: the token itself is not in here, and what it may do is. */
export interface TokenRow {
  readonly name: string;
  readonly may: 'all' | 'read';
  /** SHA-256, in hex, of the token and of the two halves of the pass that a browser gets for it. */
  readonly digests: { readonly token: string } & Readonly<Record<keyof BrowserPass, string>>;
  /** Strong enough for an address that others can reach. */
  readonly strong: boolean;
  /** In milliseconds since 1970; from then on it opens nothing. */
  readonly expiresAt?: number;
}

/** Not all tokens can be read now: a token that is not among these gets the answer to try again, not that it is wrong. */
export interface SomeTokens {
  readonly known: readonly TokenRow[];
}

export function knownRows(tokens: readonly TokenRow[] | SomeTokens): readonly TokenRow[] {
  return 'known' in tokens ? tokens.known : tokens;
}

/**
 * What the server keeps of a token.
 *
 * @example
 * const { name, may, strong } = tokenRow('owner', 'a-long-secret-0123456789');
 * [name, may, strong]; //=> ['owner', 'all', true]
 */
export function tokenRow(
  name: string,
  token: string,
  { may = 'all', ...rest }: Partial<Pick<TokenRow, 'may' | 'expiresAt'>> = {},
): TokenRow {
  const { cookie, pageSecret } = browserPass(token);
  const digests = { token: sha256(token), cookie: sha256(cookie), pageSecret: sha256(pageSecret) };
  return { name, may, digests, strong: isStrong(token), ...rest };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { tokenRow } from '@toolthread/server';
import type { SomeTokens, TokenRow } from '@toolthread/server';
import { knownTokens } from './known-tokens.ts';
import { type Environment, readOwnerToken } from './owner-token.ts';
import { readTokenList } from './token-list.ts';

/**
 * Every token that opens the server at this moment. Both files are read each time, which takes a fraction of a millisecond: a token that a command revokes
 * opens nothing from then on. If a file cannot be read, nobody is let in by it, and `onProblem` is called once.
 *
 * `createServer({ token: liveTokens(data, process.env, console.error), … })`
 */
export function liveTokens(
  data: string,
  env: Environment,
  onProblem: (reason: string) => void,
): () => readonly TokenRow[] | SomeTokens {
  let owner: { readonly token: string; readonly row: TokenRow } | undefined;
  let told: string | undefined;
  return () => {
    const token = readOwnerToken(data, env);
    if (token !== owner?.token) owner = token === undefined ? undefined : { token, row: tokenRow('owner', token) };
    const list = readTokenList(data);
    const reason = list.ok ? undefined : list.reason;
    if (reason !== undefined && reason !== told) onProblem(reason);
    told = reason;
    return knownTokens(owner?.row, list);
  };
}

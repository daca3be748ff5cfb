import { tokenRow } from '@toolthread/server';
import type { TokenRow } from '@toolthread/server';
import { type Environment, readOwnerToken } from './owner-token.ts';
import { readTokenList } from './token-list.ts';

/**
 * Every token that opens the server at this moment. Both files are read each time, which takes a fraction of a millisecond: a token that a command revokes
 * opens nothing from then on. If a file cannot be read, nobody is let in, and `onProblem` is called once.
 *
 * `createServer({ token: liveTokens(data, process.env, console.error), … })`
 */
export function liveTokens(
  data: string,
  env: Environment,
  onProblem: (reason: string) => void,
): () => readonly TokenRow[] {
  let owner: { readonly token: string; readonly row: TokenRow } | undefined;
  let told: string | undefined;
  return () => {
    const token = readOwnerToken(data, env);
    if (token !== owner?.token) owner = token === undefined ? undefined : { token, row: tokenRow('owner', token) };
    const list = readTokenList(data);
    const reason = list.ok ? undefined : list.reason;
    if (reason !== undefined && reason !== told) onProblem(reason);
    told = reason;
    const others = list.ok ? list.tokens.map((row) => ({ ...row, strong: true })) : [];
    return owner === undefined ? others : [owner.row, ...others];
  };
}

import type { SomeTokens, TokenRow } from '@toolthread/server';
import type { TokenList } from './token-list.ts';

/** `knownTokens(owner, readTokenList(data))`: every server has an owner's token, so if there is none it could not be read. */
export function knownTokens(owner: TokenRow | undefined, list: TokenList): readonly TokenRow[] | SomeTokens {
  const others = list.ok ? list.tokens.map((row) => ({ ...row, strong: true })) : [];
  const known = owner === undefined ? others : [owner, ...others];
  return list.ok && owner !== undefined ? known : { known };
}

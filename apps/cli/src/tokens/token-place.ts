import { isPostgresUrl, openSharedFiles } from '@toolthread/store';
import { ledgerIn } from '../data-folder.ts';
import { databaseTokens } from './database-tokens.ts';
import { type Environment, readOwnerToken, writeOwnerToken } from './owner-token.ts';
import { changeTokenList, type ChangeTokens, readTokenList, type TokenList } from './token-list.ts';

/** Where the tokens of a server are kept: in its data folder, or in the database that has its threads, where they hold at every node. */
export interface TokenPlace {
  list(): Promise<TokenList>;
  /** Undefined if it was written; else the reason why not. */
  change(change: ChangeTokens): Promise<string | undefined>;
  /** Where the owner's token is, in words. */
  owner(): Promise<string>;
  /** Whether this one, of the data folder, is the owner's: another node's may be. */
  isOwners(token: string): Promise<boolean>;
  /** From now on this is the owner's token. Undefined if it was written; else the reason why not. */
  keepOwner(token: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `tokenPlace(data, process.env)` */
export async function tokenPlace(
  data: string,
  env: Environment,
): Promise<{ readonly ok: true; readonly place: TokenPlace } | { readonly ok: false; readonly reason: string }> {
  const ledger = ledgerIn(data, env);
  if (!isPostgresUrl(ledger)) return { ok: true, place: folderTokens(data) };
  const files = await openSharedFiles({ url: ledger, awayMs: 0 });
  if (!files.ok) return { ok: false, reason: files.error.why ?? files.error.message };
  return { ok: true, place: { ...databaseTokens(files.value, data), close: files.value.close } };
}

function folderTokens(data: string): TokenPlace {
  return {
    list: async () => readTokenList(data),
    change: async (change) => changeTokenList(data, change),
    owner: async () => (readOwnerToken(data, {}) === undefined ? 'made at the first start' : 'kept in the data folder'),
    isOwners: async () => true,
    keepOwner: async (token) => writeOwnerToken(data, token),
    close: async () => undefined,
  };
}

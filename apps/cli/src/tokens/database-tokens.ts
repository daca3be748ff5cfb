import { tokenRow } from '@toolthread/server';
import type { TokenRow } from '@toolthread/server';
import type { SharedFiles } from '@toolthread/store';
import { z } from 'zod';
import { writeOwnerToken } from './owner-token.ts';
import { type ChangeTokens, digests, parseTokenList, type TokenList, tokenListText } from './token-list.ts';

/** The names under which they are in the database: digests only, as in the data folder of a server that is alone. */
const LIST = 'tokens.json';
const OWNER = 'owner.json';

const DAMAGED = 'The list of tokens in the database is damaged: nothing but the owner’s token opens a server.';
const ownerSchema = z.strictObject({ version: z.literal(1), digests, madeAt: z.number() });

export interface DatabaseTokens {
  list(): Promise<TokenList>;
  change(change: ChangeTokens): Promise<string | undefined>;
  owner(): Promise<string>;
  isOwners(token: string): Promise<boolean>;
  keepOwner(token: string): Promise<string | undefined>;
  /** The owner's, as the database knows it; undefined if there is none. */
  ownerRow(): Promise<{ ok: true; row: TokenRow | undefined } | { ok: false; reason: string }>;
  /** The first node's token is the owner's from then on: this is, unless there is one. */
  offerOwner(token: string): Promise<string | undefined>;
}

/** `databaseTokens(files, data)`: the token itself is in the data folder of the node where it was made, and nowhere else. */
export function databaseTokens(files: SharedFiles, data: string): DatabaseTokens {
  async function list(): Promise<TokenList> {
    const text = await files.read(LIST);
    if (!text.ok) return { ok: false, reason: text.error.message, away: true };
    return text.value === undefined ? { ok: true, tokens: [] } : parseTokenList(text.value, DAMAGED);
  }

  async function ownerRow(): Promise<{ ok: true; row: TokenRow | undefined } | { ok: false; reason: string }> {
    const text = await files.read(OWNER);
    if (!text.ok) return { ok: false, reason: text.error.message };
    return { ok: true, row: text.value === undefined ? undefined : parseOwner(text.value) };
  }

  return {
    list,
    ownerRow,
    async change(change) {
      let reason: string | undefined;
      const changed = await files.change(LIST, (text) => {
        const before: TokenList = text === undefined ? { ok: true, tokens: [] } : parseTokenList(text, DAMAGED);
        const after = before.ok ? change(before.tokens) : before.reason;
        reason = typeof after === 'string' ? after : undefined;
        return typeof after === 'string' ? undefined : tokenListText(after);
      });
      return changed.ok ? reason : changed.error.message;
    },
    async owner() {
      const known = await ownerRow();
      return known.ok && known.row !== undefined ? 'kept in the database' : 'made at the first start';
    },
    async isOwners(token) {
      const known = await ownerRow();
      return known.ok && known.row?.digests.token === tokenRow('owner', token).digests.token;
    },
    async keepOwner(token) {
      const kept = await files.change(OWNER, () => ownerText(token));
      return kept.ok ? writeOwnerToken(data, token) : kept.error.message;
    },
    async offerOwner(token) {
      const kept = await files.change(OWNER, (before) => (before === undefined ? ownerText(token) : undefined));
      return kept.ok ? undefined : kept.error.message;
    },
  };
}

function ownerText(token: string): string {
  return `${JSON.stringify({ version: 1, digests: tokenRow('owner', token).digests, madeAt: Date.now() })}\n`;
}

/** One that is damaged lets nobody in. */
function parseOwner(text: string): TokenRow | undefined {
  try {
    const parsed = ownerSchema.safeParse(JSON.parse(text));
    // Only strong ones are kept there: see `sharedTokens`.
    return parsed.success ? { name: 'owner', may: 'all', digests: parsed.data.digests, strong: true } : undefined;
  } catch {
    return undefined;
  }
}

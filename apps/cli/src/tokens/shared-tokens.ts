import { tokenRow } from '@toolthread/server';
import type { SomeTokens, TokenRow } from '@toolthread/server';
import type { SharedFiles } from '@toolthread/store';
import { databaseTokens } from './database-tokens.ts';
import { knownTokens } from './known-tokens.ts';

/** The tokens that open every node of a database. */
export interface SharedTokens {
  /** All that open this node at this moment. */
  readonly rows: () => readonly TokenRow[] | SomeTokens;
  /** Whether the given token is the owner's. */
  readonly isOwners: boolean;
  close(): Promise<void>;
}

export interface SharedTokensOptions {
  readonly files: SharedFiles;
  readonly data: string;
  /** The owner's token as this node has it. */
  readonly token: string;
  /** `environment`: it opens this node, whatever the database says. */
  readonly from: 'environment' | 'data folder';
  readonly onProblem: (reason: string) => void;
}

/** A token that is revoked at any node opens nothing at this one after two of these. */
const EVERY_MS = 250;
/** A node that cannot ask the database for so long lets nobody in: a token may have been revoked. */
const TRUSTED_MS = 30_000;

const NONE: SomeTokens = { known: [] };

/** `sharedTokens({ files, data, token, from: 'data folder', onProblem })`, or the reason why there are none. */
export async function sharedTokens(options: SharedTokensOptions): Promise<SharedTokens | string> {
  const { files, token, onProblem } = options;
  const own = tokenRow('owner', token);
  // From a weak token a browser gets a pass that is worth something at this node only: it is not for the others.
  const isLocal = options.from === 'environment' || !own.strong;
  const kept = databaseTokens(files, options.data);
  let read: { readonly tokens: readonly TokenRow[] | SomeTokens; readonly at: number } = {
    tokens: NONE,
    at: -Infinity,
  };
  let isOwners = false;
  let told: string | undefined;
  let asking: Promise<void> = Promise.resolve();

  async function ask(): Promise<string | undefined> {
    const [owner, list] = await Promise.all([kept.ownerRow(), kept.list()]);
    if (!owner.ok) return owner.reason;
    if (!list.ok && list.away === true) return list.reason;
    const first = isLocal ? own : owner.row;
    isOwners = first?.digests.token === own.digests.token;
    read = { tokens: knownTokens(first, list), at: performance.now() };
    return list.ok ? undefined : list.reason;
  }

  async function askAndTell(): Promise<void> {
    const reason = await ask();
    if (reason !== undefined && reason !== told) onProblem(reason);
    told = reason;
    timer.refresh();
  }

  if (!isLocal) {
    const refused = await kept.offerOwner(token);
    if (refused !== undefined) return refused;
  }
  const refused = await ask();
  if (read.at === -Infinity) return refused ?? 'The tokens cannot be read.';
  if (refused !== undefined) onProblem(refused);
  told = refused;
  const timer = setTimeout(() => {
    asking = askAndTell();
  }, EVERY_MS).unref();
  return {
    rows: () => (performance.now() - read.at > TRUSTED_MS ? NONE : read.tokens),
    isOwners,
    async close() {
      clearTimeout(timer);
      await asking;
      clearTimeout(timer);
      await files.close();
    },
  };
}

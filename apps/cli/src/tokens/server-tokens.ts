import { isPostgresUrl, openSharedFiles } from '@toolthread/store';
import { liveTokens } from './live-tokens.ts';
import type { Environment } from './owner-token.ts';
import { type SharedTokens, sharedTokens } from './shared-tokens.ts';

export interface ServerTokensOptions {
  /** Where the threads are: a file of the data folder, or a database. */
  readonly ledger: string;
  readonly data: string;
  readonly env: Environment;
  /** The owner's token, as this server has it. */
  readonly token: string;
  readonly onProblem: (reason: string) => void;
}

/** The tokens that open a server: those of its data folder, or of the database that has its threads. Or why there are none. */
export async function serverTokens(options: ServerTokensOptions): Promise<SharedTokens | string> {
  const { ledger, data, env, token, onProblem } = options;
  if (!isPostgresUrl(ledger))
    return { rows: liveTokens(data, env, onProblem), isOwners: true, close: async () => undefined };
  const files = await openSharedFiles({ url: ledger });
  if (!files.ok) return files.error.why ?? files.error.message;
  const from = (env['TOOLTHREAD_TOKEN'] ?? '') === '' ? 'data folder' : 'environment';
  const shared = await sharedTokens({ files: files.value, data, token, from, onProblem });
  if (typeof shared === 'string') await files.value.close();
  return shared;
}

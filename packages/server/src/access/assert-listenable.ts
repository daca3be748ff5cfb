import { isLoopbackAddress } from './is-loopback.ts';
import { TOKEN_LENGTH } from './tokens/token-problem.ts';
import type { TokenRow } from './tokens/token-row.ts';

/** Where a server listens. Port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * On an address that others can reach the server listens only with strong tokens. (One without a token was found and used within hours.)
 *
 * @example
 * import { tokenRow } from '@toolthread/server';
 * assertListenable({ host: '0.0.0.0', port: 4177 }, [tokenRow('owner', 'short')]).ok; //=> false
 * assertListenable({ host: '127.0.0.1', port: 4177 }, [tokenRow('owner', 'short')]).ok; //=> true
 */
export function assertListenable(
  { host }: ListenAddress,
  tokens: readonly Pick<TokenRow, 'name' | 'strong'>[],
): { ok: true } | { ok: false; message: string } {
  if (isLoopbackAddress(host) || tokens.every(({ strong }) => strong)) return { ok: true };
  return {
    ok: false,
    message: `Refusing to listen on ${host}: others can reach it. Set TOOLTHREAD_TOKEN to a secret of at least ${TOKEN_LENGTH} characters, or listen on 127.0.0.1.`,
  };
}

import { boundedFetch } from './bounded-fetch.ts';
import type { DebugLog } from './debug-log.ts';

/** What every transport takes. */
export interface TransportOptions {
  readonly model: string;
  /** Without one, the provider's client reads its environment variable. */
  readonly apiKey?: string;
  readonly baseURL?: string;
  /** Further headers, for betas and the like. */
  readonly headers?: { readonly [name: string]: string };
  /** The size of the context window, if it is known. */
  readonly contextTokens?: number;
  readonly log?: DebugLog;
  /** After so long without a frame the connection counts as dead. Ten minutes by default. */
  readonly idleMs?: number;
}

interface ClientOptions {
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly defaultHeaders?: { readonly [name: string]: string };
  readonly maxRetries: 0;
  readonly logLevel: 'off';
  readonly fetch: typeof fetch;
}

/** As the clients of Anthropic and OpenAI take them, which are generated alike. The loop retries, not the client. */
export function clientOptions({ apiKey, baseURL, headers }: TransportOptions): ClientOptions {
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
    maxRetries: 0,
    logLevel: 'off',
    fetch: boundedFetch,
  };
}

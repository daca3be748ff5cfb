import type { DebugLog } from './debug-log.ts';

/** What every transport takes. */
export interface TransportOptions {
  readonly model: string;
  /** Without one, the client of the provider looks where it always looks: its environment variable. */
  readonly apiKey?: string;
  readonly baseURL?: string;
  /** For what is asked for by header only, such as betas. */
  readonly headers?: { readonly [name: string]: string };
  /** How much the model can read, where that is known. */
  readonly contextTokens?: number;
  readonly log?: DebugLog;
  /** No frame for so long: the connection is dead. Ten minutes if nothing else is said. */
  readonly idleMs?: number;
}

interface ClientOptions {
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly defaultHeaders?: { readonly [name: string]: string };
  readonly maxRetries: 0;
  readonly logLevel: 'off';
}

/** As the clients of Anthropic and OpenAI, which are of one make, take them. Trying again is the loop's business. */
export function clientOptions({ apiKey, baseURL, headers }: TransportOptions): ClientOptions {
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
    maxRetries: 0,
    logLevel: 'off',
  };
}

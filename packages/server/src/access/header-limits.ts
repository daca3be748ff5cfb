interface HeaderLimits {
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** No connection is looked at more often. */
const CHECK_MS = 1000;

/** `headerLimits(10_000)`: for `createServer`. Connections are looked at in turns: one that is just not late is met again at the next, which may be late itself. */
export function headerLimits(headersMs: number): HeaderLimits {
  const connectionsCheckingInterval = Math.min(Math.ceil(headersMs / 5), CHECK_MS);
  return { headersTimeout: headersMs - 2 * connectionsCheckingInterval, connectionsCheckingInterval };
}

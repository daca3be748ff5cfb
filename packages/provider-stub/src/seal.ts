import { createHmac } from 'node:crypto';

/** Signs what only the service could have made, and knows its own signatures again. */
export interface Seal {
  sign(...parts: readonly string[]): string;
}

export function newSeal(secret: string): Seal {
  return {
    sign: (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 24),
  };
}

import type { IncomingMessage } from 'node:http';

/** The secret that a request shows as `Authorization: Bearer …`; undefined where it shows none in this form. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer {1,100}(\S\S*) *$/i.exec(headers.authorization ?? '')?.[1];
}

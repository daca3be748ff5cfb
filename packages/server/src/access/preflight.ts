import type { IncomingMessage } from 'node:http';

/** The answer to a browser that asks before it sends what no form could send; undefined if this is no such question. */
export function preflight({ method, headers }: IncomingMessage): Readonly<Record<string, string>> | undefined {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined ? ALLOWED : undefined;
}

const ALLOWED = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id, ai-sdk-version',
  'access-control-max-age': '600',
};

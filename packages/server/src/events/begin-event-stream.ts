import type { ServerResponse } from 'node:http';
import type { HttpContext } from '../http/http.ts';

/** The head of an answer that does not end by itself. */
export function beginEventStream(c: HttpContext, more: Readonly<Record<string, string>> = {}): ServerResponse {
  const response = c.env.outgoing;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Nobody on the way may compress it: events would wait for a full block.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    ...more,
  });
  return response;
}

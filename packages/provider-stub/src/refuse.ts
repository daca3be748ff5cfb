/** The errors of both of OpenAI's APIs. */
import type { Problem } from './problem.ts';
import type { Answer } from './wire.ts';

export function refuse({ message, status = 400, param, code }: Problem): Answer {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return { status, body: { error: { message, type, param: param ?? null, code: code ?? null } } };
}

export function rateLimit(seconds: number): Answer {
  const message = `Rate limit reached for requests. Please try again in ${seconds}s.`;
  const body = { error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded' } };
  return { status: 429, headers: { 'retry-after': String(seconds) }, body };
}

export function overloaded(): Answer {
  const message = 'The server is currently overloaded with other requests. Sorry about that!';
  return { status: 503, body: { error: { message, type: 'server_error', param: null, code: null } } };
}

export const SERVER_ERROR = 'The server had an error while processing your request. Sorry about that!';

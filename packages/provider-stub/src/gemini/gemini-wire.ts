import { frame } from '../frame.ts';
import { listOf, shapeOf } from '../shape.ts';
import type { Answer, Wire } from '../wire.ts';
import { reply } from './reply.ts';
import { checkSealed } from './check-sealed.ts';
import { validate } from './validate.ts';

const OVERLOADED = 'The model is overloaded. Please try again later.';

export const geminiWire: Wire = {
  validate: (body, model) => validate(body, { model }),
  verify: checkSealed,
  refuse: ({ message, status = 400 }) => error(status, statusOf(status), message),
  /** The service has no header for it. */
  rateLimit: (seconds) => {
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` };
    return error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [retry]);
  },
  overloaded: () => error(503, 'UNAVAILABLE', OVERLOADED),
  errorFrame: () => frame({ error: { code: 503, message: OVERLOADED, status: 'UNAVAILABLE' } }),
  tooLong: (tokens, limit) => ({
    rule: 'too-long',
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`,
  }),
  reply,
  counted: (tokens) => ({ totalTokens: tokens }),
  history: (body) => ({
    head: JSON.stringify([body['systemInstruction'] ?? null, body['tools'] ?? null]),
    messages: listOf(body['contents']).map(shapeOf),
  }),
  results: (body) => {
    const contents = listOf(body['contents']).map(shapeOf);
    const asked = contents.findLastIndex((content) => content['role'] === 'model');
    return contents
      .slice(asked + 1)
      .flatMap((content) => listOf(content['parts']))
      .flatMap((part) => {
        const response = shapeOf(part)['functionResponse'];
        return response === undefined ? [] : [JSON.stringify(shapeOf(response)['response'])];
      });
  },
};

function statusOf(status: number): string {
  if (status === 404) return 'NOT_FOUND';
  if (status === 401 || status === 403) return 'PERMISSION_DENIED';
  return status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT';
}

function error(status: number, name: string, message: string, details?: readonly object[]): Answer {
  const more = details === undefined ? {} : { details };
  return { status, body: { error: { code: status, message, status: name, ...more } } };
}

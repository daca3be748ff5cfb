import { frame } from '../frame.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import type { Answer, Wire } from '../wire.ts';
import { reply } from './reply.ts';
import { checkThinking, unmarked } from './check-thinking.ts';
import { validate } from './validate.ts';

const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

export const anthropicWire: Wire = {
  validate: (body) => validate(body),
  verify: (asked) => checkThinking(asked),
  refuse: ({ message, status = 400 }) => error(status, typeOf(status), message),
  rateLimit: (seconds) => ({
    ...error(429, 'rate_limit_error', 'This request would exceed the rate limit for your organization.'),
    headers: { 'retry-after': String(seconds) },
  }),
  overloaded: () => ({ status: 529, body: OVERLOADED }),
  errorFrame: () => frame(OVERLOADED, { event: 'error' }),
  tooLong: (tokens, limit) => {
    return { rule: 'too-long', message: `prompt is too long: ${tokens} tokens > ${limit} maximum` };
  },
  reply,
  counted: (tokens) => ({ input_tokens: tokens }),
  ping: 'event: ping\ndata: {"type": "ping"}\n\n',
  history: (body) => ({
    head: JSON.stringify(unmarked([body['model'], body['system'] ?? null, body['tools'] ?? null])),
    messages: listOf(body['messages']).map((message) => shapeOf(unmarked(message))),
  }),
  results: (body) => {
    const content = listOf(shapeOf(listOf(body['messages']).at(-1))['content']).map(shapeOf);
    return content.flatMap((block) => (block['type'] === 'tool_result' ? [givenText(block)] : []));
  },
};

function error(status: number, type: string, message: string): Answer {
  return { status, body: { type: 'error', error: { type, message }, request_id: 'req_stub' } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 404) return 'not_found_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

function givenText(block: Shape): string {
  const { content } = block;
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => stringOf(shapeOf(part)['text']))
    .join('\n');
}

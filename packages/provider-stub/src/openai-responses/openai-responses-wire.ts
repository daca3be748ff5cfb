import { frame } from '../frame.ts';
import { overloaded, rateLimit, refuse, SERVER_ERROR } from '../refuse.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import type { Wire } from '../wire.ts';
import { checkMemory } from './check-memory.ts';
import { reply } from './reply.ts';
import { validate } from './validate.ts';

export const openaiResponsesWire: Wire = {
  validate: (body) => validate(body),
  verify: checkMemory,
  refuse,
  rateLimit,
  overloaded,
  errorFrame: () =>
    frame(
      { type: 'error', code: 'server_error', message: SERVER_ERROR, param: null, sequence_number: 0 },
      { event: 'error' },
    ),
  tooLong: () => ({
    rule: 'too-long',
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    param: 'input',
    code: 'context_length_exceeded',
  }),
  reply,
  counted: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  ping: ': keep-alive\n\n',
  history: (body) => ({
    head: JSON.stringify([body['model'], body['instructions'] ?? null, body['tools'] ?? null]),
    messages: itemsOf(body),
  }),
  results: (body) => {
    const items = itemsOf(body);
    const asked = items.findLastIndex((item) => item['type'] === 'function_call' || item['role'] === 'assistant');
    const outputs = items.slice(asked + 1).filter((item) => item['type'] === 'function_call_output');
    return outputs.map(({ output }) =>
      typeof output === 'string'
        ? output
        : listOf(output)
            .map((part) => stringOf(shapeOf(part)['text']))
            .join('\n'),
    );
  },
};

function itemsOf(body: Shape): Shape[] {
  const { input } = body;
  return typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input).map(shapeOf);
}

import { frame } from '../frame.ts';
import { overloaded, rateLimit, refuse, SERVER_ERROR } from '../refuse.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import type { Wire } from '../wire.ts';
import { reply } from './reply.ts';
import { validate } from './validate.ts';

export const openaiChatWire: Wire = {
  validate: (body) => validate(body),
  verify: () => [],
  refuse,
  rateLimit,
  overloaded,
  errorFrame: () => frame({ error: { message: SERVER_ERROR, type: 'server_error', param: null, code: null } }),
  tooLong: (tokens, limit) => ({
    rule: 'too-long',
    message: `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  }),
  reply,
  counted: (tokens) => ({ input_tokens: tokens }),
  ping: ': keep-alive\n\n',
  history: (body) => {
    const messages = listOf(body['messages']).map(shapeOf);
    const system = messages[0]?.['role'] === 'user' ? null : (messages[0] ?? null);
    return { head: JSON.stringify([body['model'], system, body['tools'] ?? null]), messages };
  },
  results: (body) => {
    const messages = listOf(body['messages']).map(shapeOf);
    const asked = messages.findLastIndex((message) => message['role'] === 'assistant');
    return messages.slice(asked + 1).flatMap((message) => (message['role'] === 'tool' ? [givenText(message)] : []));
  },
};

function givenText({ content }: Shape): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => stringOf(shapeOf(part)['text']))
    .join('\n');
}

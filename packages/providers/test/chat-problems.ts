/** What servers of Chat Completions would refuse in a body: the stub's rules, and what servers of other profiles want besides. */
import { validators } from '@toolthread/provider-stub';
import type { Compat } from '../src/openai-chat/compat.ts';

type Fields = Record<string, unknown>;

/** `expect(chatProblems(encode(request))).toEqual([])` */
export function chatProblems(body: unknown, server: Compat = 'openai'): string[] {
  const { messages, stream } = JSON.parse(JSON.stringify(body)) as { messages: Fields[]; stream: unknown };
  const refused = validators
    .openaiChat(body)
    // Only the official service refuses fields and contents that it does not know.
    .filter(
      ({ rule, message }) => server === 'openai' || (rule !== 'unknown-field' && !message.includes("'thinking'")),
    );
  return [
    ...refused.map(({ message }) => message),
    ...(stream === true ? [] : ['does not stream']),
    ...messages.flatMap((message, index) => blanksIn(message).map((blank) => `${index}: ${blank}`)),
    ...messages.flatMap(callsOf).flatMap((call) => callProblems(call, server)),
    ...serverProblems(messages, server),
  ];
}

function callsOf(message: Fields): Fields[] {
  return (message['tool_calls'] ?? []) as Fields[];
}

/** Servers other than the official one refuse blank words of a user. */
function blanksIn({ role, content }: Fields): string[] {
  const texts = Array.isArray(content) ? (content as Fields[]).map((piece) => piece['text'] ?? 'media') : [content];
  return role === 'user' && texts.some((text) => String(text).trim() === '') ? ['blank'] : [];
}

function callProblems({ id, function: called }: Fields, server: Compat): string[] {
  const legal = server === 'mistral' ? /^[A-Za-z0-9]{9}$/ : /^[A-Za-z0-9_-]{1,40}$/;
  const { arguments: args } = called as Fields;
  const isObject = String(args).trimStart().startsWith('{');
  return [...(legal.test(String(id)) ? [] : [`id ${String(id)}`]), ...(isObject ? [] : [`arguments ${String(args)}`])];
}

function serverProblems(list: readonly Fields[], server: Compat): string[] {
  const roles = list.map(({ role }) => String(role));
  const said = list.filter(({ role }) => role === 'assistant');
  switch (server) {
    case 'deepseek':
      return [
        ...said.filter((message) => typeof message['reasoning_content'] !== 'string').map(() => 'no reasoning_content'),
        ...list.filter(({ content }) => typeof content !== 'string').map(() => 'content that is no text'),
      ];
    case 'mistral':
      return [
        ...roles.flatMap((role, at) =>
          role === 'user' && roles[at - 1] === 'tool' ? ['the user after a result'] : [],
        ),
        ...roles.flatMap((role, at) => (role === 'system' && at > 0 ? ['system in the middle'] : [])),
        ...(['user', 'tool'].includes(roles.at(-1) ?? '') ? [] : ['ends with the assistant']),
        ...list
          .filter(({ role, name }) => role === 'tool' && typeof name !== 'string')
          .map(() => 'a result without a name'),
        ...said.filter(({ content }) => content === null).map(() => 'null content'),
      ];
    case 'openai':
    case 'compatible':
      return [];
    default:
      return server satisfies never;
  }
}

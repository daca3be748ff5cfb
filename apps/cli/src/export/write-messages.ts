/** A thread as the messages that a provider would be sent: to go on with it elsewhere. */
import type { ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

/** `JSON.parse(await writeAnthropic(state))[0].role === 'user'` */
export async function writeAnthropic(state: ThreadState): Promise<string> {
  const { encode } = await import('@toolthread/providers/anthropic');
  let asks = false;
  const request = { model: modelOf(state), messages: spoken(state), tools: [] };
  if (request.messages.length === 0) return '[]\n';
  const { messages } = encode(request, (note) => (asks ||= note === 'marker-end'));
  // What only a request has: the word that asks for more, and what to keep in the cache.
  const said = (asks ? messages.slice(0, -1) : messages).map(({ role, content }) => ({
    role,
    content: content.map(({ cache_control: _cache, ...block }) => block),
  }));
  return `${JSON.stringify(said, undefined, 2)}\n`;
}

/** In the form of Chat Completions. */
export async function writeOpenai(state: ThreadState): Promise<string> {
  const { encode } = await import('@toolthread/providers/openai-chat');
  const request = { model: modelOf(state), messages: spoken(state), tools: [] };
  if (request.messages.length === 0) return '[]\n';
  const { messages } = encode(request);
  return `${JSON.stringify(messages, undefined, 2)}\n`;
}

/** The thread's own; of a file that holds nothing but a child run, that run's. */
function spoken(state: ThreadState): readonly CompletionMessage[] {
  const own = completionMessages(state);
  if (own.length > 0) return own;
  const [first] = [...state.steps.entries()].map(([, step]) => step).sort((a, b) => a.seq - b.seq);
  return first?.scope === undefined ? own : completionMessages(state, { scope: first.scope });
}

/** The model that spoke last: only it is given its own signatures back. */
function modelOf(state: ThreadState): string {
  let model = 'any';
  for (const [, { config, parts }] of state.steps.entries()) {
    if (config !== undefined) model = config.model;
    for (const part of parts) if ('blob' in part && part.blob !== undefined) ({ model } = part.blob);
  }
  return model;
}

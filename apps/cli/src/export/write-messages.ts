/** A thread as a provider's messages, so that it can be continued elsewhere. */
import type { ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';

interface EncodeRequest {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly tools: readonly [];
}

/** `JSON.parse(await writeMessages(state, 'anthropic'))[0].role === 'user'` */
export async function writeMessages(state: ThreadState, form: 'anthropic' | 'openai'): Promise<string> {
  const request: EncodeRequest = { model: modelOf(state), messages: spoken(state), tools: [] };
  const messages =
    request.messages.length === 0 ? [] : await (form === 'anthropic' ? inAnthropic(request) : inOpenai(request));
  return `${JSON.stringify(messages, undefined, 2)}\n`;
}

async function inAnthropic(request: EncodeRequest): Promise<readonly object[]> {
  const { encode } = await import('@toolthread/providers/anthropic');
  let asks = false;
  const { messages } = encode(request, (note) => (asks ||= note === 'marker-end'));
  // Left out is what only a request has: the marker that asks for an answer, and the marks for the cache.
  const said = (asks ? messages.slice(0, -1) : messages).map(({ role, content }) => ({
    role,
    content: content.map(({ cache_control: _cache, ...block }) => block),
  }));
  const last = said.at(-1);
  return last?.role === 'assistant' ? [...said.slice(0, -1), { ...last, content: trimmed(last.content) }] : said;
}

/** The provider refuses an answer at the end of the list that ends in white space. */
function trimmed<Block extends object>(content: readonly Block[]): readonly object[] {
  const last = content.at(-1);
  if (last === undefined || !('text' in last) || typeof last.text !== 'string') return content;
  return [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

async function inOpenai(request: EncodeRequest): Promise<readonly object[]> {
  const { encode } = await import('@toolthread/providers/openai-chat');
  return encode(request).messages;
}

/** The thread's own messages; if a file holds only a child run, the child run's. */
function spoken(state: ThreadState): readonly CompletionMessage[] {
  const own = completionMessages(state);
  if (own.length > 0) return own;
  const [first] = [...state.steps.entries()].map(([, step]) => step).sort((a, b) => a.seq - b.seq);
  return first?.scope === undefined ? own : completionMessages(state, { scope: first.scope });
}

/** The model that answered last. Signatures are written only for the model that made them. */
function modelOf(state: ThreadState): string {
  let model = 'any';
  for (const [, { config, parts }] of state.steps.entries()) {
    if (config !== undefined) model = config.model;
    for (const part of parts) if ('blob' in part && part.blob !== undefined) ({ model } = part.blob);
  }
  return model;
}

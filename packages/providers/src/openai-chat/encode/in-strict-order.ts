import { MARKER } from '../../wire/encode/encode-request.ts';
import type { TakeNote } from '../../wire/encode/encode-request.ts';
import type { ChatMessage } from './chat-body.ts';

/** The assistant's message between results and the user, for servers that demand one. */
const BETWEEN = 'Done.';

/** Mistral's order: all system messages first, only the assistant after results, and never the assistant last. */
export function inStrictOrder(messages: readonly ChatMessage[], note: TakeNote): ChatMessage[] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const out: ChatMessage[] = system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }];
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.role === 'user' && out.at(-1)?.role === 'tool') {
      out.push({ role: 'assistant', content: BETWEEN });
      note('marker-between');
    }
    out.push(message);
  }
  const last = out.at(-1)?.role;
  if (last === 'user' || last === 'tool') return out;
  out.push({ role: 'user', content: MARKER });
  note('marker-end');
  return out;
}

import { isLeakedJson } from '../ledger/json/is-leaked-json.ts';
import { isToolCallMessage } from './message.ts';
import type { Message } from './message.ts';

/**
 * Whether the words of an assistant message are shown. Beside tool calls, content that is nothing but JSON objects or arrays, one or
 * several one after another, whole or cut off, is a leak of their arguments and stays hidden; so is a fenced block of such
 * that begins with the name of a tool and its arguments. What only looks like that is shown: `[1] I found…`, `{'a': 1}`, and all other fenced blocks.
 *
 * @example
 * const metadata = { tool_calls: [{ name: 'search' }] };
 * shouldRenderAssistantContent({ id: 'm1', role: 'assistant', content: '{"query":"parser"}', timestamp: '', metadata }); //=> false
 */
export function shouldRenderAssistantContent(message: Message): boolean {
  if (message?.role !== 'assistant') return false;
  if (!isToolCallMessage(message)) return true;
  const content: unknown = message.content;
  return typeof content === 'string' && content.trim() !== '' && !isLeakedJson(content);
}

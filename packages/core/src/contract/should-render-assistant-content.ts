import { leakedJson } from '../ledger/json/leaked-json.ts';
import { isToolCallMessage } from './message.ts';
import type { Message } from './message.ts';

/**
 * Whether the words of an assistant message are shown. Beside tool calls, content that is nothing but JSON objects or arrays, one or
 * several one after another, is a leak of their arguments and stays hidden; while it streams, so does what may still become that.
 * What only looks like JSON is shown: `[1] I found…`, `{'a': 1}`, a fenced block, and JSON that was cut off.
 *
 * @example
 * const metadata = { tool_calls: [{ name: 'search' }] };
 * shouldRenderAssistantContent({ id: 'm1', role: 'assistant', content: '{"query":"parser"}', timestamp: '', metadata }); //=> false
 */
export function shouldRenderAssistantContent(message: Message, options: { streaming?: boolean } = {}): boolean {
  if (message?.role !== 'assistant') return false;
  if (!isToolCallMessage(message)) return true;
  const content: unknown = message.content;
  if (typeof content !== 'string') return false;
  const text = content.trim();
  if (text === '') return false;
  const leaked = leakedJson(text);
  return leaked === 'none' || (leaked === 'partial' && options?.streaming !== true);
}

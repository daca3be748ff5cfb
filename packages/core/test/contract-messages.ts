import type { Message, ToolCallInfo } from '../src/contract/message.ts';

/** When everything in these tests was said. */
export const at = '2026-01-16T10:05:00.000Z';

export const user = (id: string, content = id): Message => ({ id, role: 'user', content, timestamp: at });

export const assistant = (id: string, content: string, calls: ToolCallInfo[] = []): Message => ({
  id,
  role: 'assistant',
  content,
  timestamp: at,
  ...(calls.length === 0 ? {} : { metadata: { tool_calls: calls } }),
});

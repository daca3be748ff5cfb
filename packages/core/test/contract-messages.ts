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

/** What is stored of a run that searched and answered. */
export const storedRun = (name: string, answer: string, args?: ToolCallInfo['args']): Message[] => [
  assistant(`${name}-call`, '', [{ id: `${name}-c`, name: 'search', ...(args === undefined ? {} : { args }) }]),
  {
    id: `${name}-result`,
    role: 'tool',
    content: 'Found',
    timestamp: at,
    metadata: { tool_call_id: `${name}-c`, tool_name: 'search', tool_result: 'Found' },
  },
  assistant(`${name}-answer`, answer),
];

import { fromChatMessages } from '@toolthread/core/contract';
import type { ChatMessageInput } from '@toolthread/core/contract';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ToolGroup } from '../items/tool-group.tsx';

/** A message of a chat that carries its tool activity. */
export interface InlineToolWidgetProps {
  readonly message: ChatMessageInput;
}

/**
 * The tool calls of one chat message: thinking, working with the tool's name, or how many there were; a click shows each of them.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import type { ToolCall } from '@toolthread/core/contract';
 * const toolCalls: ToolCall[] = [{ id: 'c1', name: 'pwd', args: {}, status: 'completed', result: '/app' }];
 * const message = { id: 'm1', role: 'assistant', content: 'Here.', createdAt: '2026-01-01T00:00:00Z', toolCalls } as const;
 * renderToStaticMarkup(<InlineToolWidget message={message} />).includes('1 tool call'); //=> true
 */
export function InlineToolWidget({ message }: InlineToolWidgetProps): ReactNode {
  // Its words are drawn beside it, and do not say that it is over.
  const events = useMemo(() => fromChatMessages([{ ...message, content: '' }]), [message]);
  return <ToolGroup events={events} />;
}

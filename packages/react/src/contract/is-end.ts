import { isToolCallMessage } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';

/** Whether a turn may end with it: an answer, an error, a stop. */
export function isEnd(message: Message): boolean {
  const { role, metadata } = message;
  if (role === 'status') return metadata?.status_type === 'error' || metadata?.continuation?.should_continue === false;
  return isAnswer(message) && message.content.trim() !== '';
}

export function isAnswer(message: Message): boolean {
  return message.role === 'assistant' && typeof message.content === 'string' && !isToolCallMessage(message);
}

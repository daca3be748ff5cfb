import type { Message } from '@toolthread/core/contract';

/** Whether it holds one question at most. */
export function isOneTurn(messages: readonly Message[]): boolean {
  return messages.filter(({ role }) => role === 'user').length <= 1;
}

import type { Message } from './message.ts';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool', 'status']);

/** The messages of a foreign list, unchanged. Elements that are not messages are left out. */
export function messagesIn(messages: readonly Message[]): Message[] {
  const list: unknown = messages;
  return Array.isArray(list) ? messages.filter(isMessage) : [];
}

function isMessage(message: Message): boolean {
  const value: unknown = message;
  return typeof value === 'object' && value !== null && isIdOrNone(message.id) && ROLES.has(message.role);
}

/** Live messages of some back ends have no id. */
function isIdOrNone(id: unknown): boolean {
  return typeof id === 'string' || id === undefined || id === null;
}

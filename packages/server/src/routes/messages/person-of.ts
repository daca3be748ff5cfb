import { HUMAN } from '@toolthread/core';
import type { MessagePosted } from '@toolthread/core/events';

/** Who sends a chat, and where the server's own addresses begin that stand in it. */
export interface Sender {
  readonly basePath: string;
  readonly by: string;
}

/** Agents hear all people alike; who of them it was stands beside. `personOf('Ada')` gives `{ author: '@human', by: 'Ada' }`. */
export function personOf(by: string): Pick<MessagePosted, 'author' | 'by'> {
  return { author: HUMAN, ...nameOf(by) };
}

/** The name, where there is one: `nameOf('Ada')` gives `{ by: 'Ada' }`. */
export function nameOf(by: string): Pick<MessagePosted, 'by'> {
  return by === HUMAN ? {} : { by };
}

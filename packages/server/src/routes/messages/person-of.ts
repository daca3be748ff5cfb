import { HUMAN } from '@toolthread/core';
import type { MessagePosted } from '@toolthread/core/events';
import { mayAllowAlways, type Standing } from '../../access/may.ts';
import type { HttpContext } from '../../http/http.ts';
import type { Reads } from '../../http/reads.ts';

/** Who sends a chat, and where the server's own addresses begin that are in it. */
export interface Sender {
  readonly basePath: string;
  readonly by: string;
  readonly reads: Reads;
  /** What they are in the thread. */
  readonly standing: Standing | undefined;
  /** They may allow a call once and for all. */
  readonly always: boolean;
}

export function senderOf(c: HttpContext, basePath: string): Sender {
  const always = mayAllowAlways(c.get('who'));
  return { basePath, by: c.get('by'), reads: c.get('reads'), standing: c.get('standing'), always };
}

/** For agents all people are the same author; `by` says who it was. `personOf('Ada')` gives `{ author: '@human', by: 'Ada' }`. */
export function personOf(by: string): Pick<MessagePosted, 'author' | 'by'> {
  return { author: HUMAN, ...nameOf(by) };
}

/** The name, if there is one: `nameOf('Ada')` gives `{ by: 'Ada' }`. */
export function nameOf(by: string): Pick<MessagePosted, 'by'> {
  return by === HUMAN ? {} : { by };
}

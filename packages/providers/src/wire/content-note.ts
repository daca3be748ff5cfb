import type { ContentPart } from '@toolthread/core';
import { wellFormed } from './well-formed.ts';

type Thing = Exclude<ContentPart, { type: 'text' }>;

/** Words for what cannot be sent as what it is: the model should know that something was there. `[image: plan.png]` */
export function contentNote(thing: Thing): string {
  if (thing.type === 'reference') return wellFormed(`[reference: ${[thing.name, thing.uri ?? ''].join(' ').trim()}]`);
  return wellFormed(`[${thing.type}: ${thing.name ?? thing.media_type}]`);
}

import type { ContentPart } from '@toolthread/core';
import { wellFormed } from './well-formed.ts';

type Thing = Exclude<ContentPart, { type: 'text' }>;

/** Words for what cannot be sent as what it is: the model should know that something was there. `[image: plan.png]` */
export function contentNote(thing: Thing): string {
  return wellFormed(`[${thing.type}: ${wordsFor(thing).join(' ').trim()}]`);
}

function wordsFor(thing: Thing): string[] {
  if (thing.type === 'reference') return [thing.name, addressIn(thing.uri)];
  const { source, name } = thing;
  return [name ?? thing.media_type, addressIn(source.kind === 'url' ? source.url : undefined)];
}

/** The bytes themselves are no address. */
function addressIn(uri = ''): string {
  return /^data:/i.test(uri) ? '' : uri;
}

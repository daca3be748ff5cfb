import type { ContentPart } from '@toolthread/core';
import { kindOfBytes } from '@toolthread/core/text';

type Thing = Exclude<ContentPart, { type: 'text' }>;

/** The text in place of content that cannot be sent: the model should know that something was there. `[image: plan.png]` */
export function contentNote(thing: Thing): string {
  return `[${thing.type === 'reference' ? 'reference' : kindOfBytes(thing)}: ${wordsFor(thing).join(' ').trim()}]`.toWellFormed();
}

function wordsFor(thing: Thing): string[] {
  if (thing.type === 'reference') return [thing.name, addressIn(thing.uri)];
  const { source, name } = thing;
  return [name ?? thing.media_type, addressIn(source.kind === 'url' ? source.url : undefined)];
}

/** A `data:` URL holds the bytes themselves: it is left out. */
function addressIn(uri = ''): string {
  return /^data:/i.test(uri) ? '' : uri;
}

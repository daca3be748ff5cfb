/** Sources and files that a model gives besides text and calls. */
import type { ContentPart } from '../../ledger/content-part.ts';
import { fieldsOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { mediaKind } from '../../ledger/json/media-kind.ts';

export function sourceOf(frame: Fields): ContentPart | undefined {
  const uri = textOf(frame['url']);
  const name = textOf(frame['title']) ?? textOf(frame['filename']) ?? uri;
  return name === undefined ? undefined : { type: 'reference', name, ...(uri === undefined ? {} : { uri }) };
}

/** A stream of parts has `mediaType` and `base64`, which on the SDK's own object are getters; a stream for a page has an address. */
export function fileOf(frame: Fields): ContentPart | undefined {
  const file = fieldsOf(frame['file']);
  const mediaType = textOf(file['mediaType']) ?? textOf(frame['mediaType']) ?? '';
  const type = mediaKind(mediaType);
  const data = textOf(file['base64']);
  if (data !== undefined) return { type, media_type: mediaType, source: { kind: 'base64', data } };
  const url = textOf(frame['url']);
  return url === undefined ? undefined : { type, media_type: mediaType, source: { kind: 'url', url } };
}

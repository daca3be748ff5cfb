import type { ContentPart } from '@toolthread/core';
import { mediaKind, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { urlPart } from '../records/url-part.ts';

/** A file that is on the disk is only named: nothing in a transcript is opened. */
export function filePart(part: JsonFields): ContentPart {
  const url = textOf(part['url']) ?? '';
  const name = textOf(part['filename']) ?? 'file';
  const mime = textOf(part['mime']) ?? 'application/octet-stream';
  if (!url.startsWith('data:')) return { type: 'reference', name, uri: url };
  return urlPart(mediaKind(mime), url, mime, name);
}

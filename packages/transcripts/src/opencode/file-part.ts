import type { ContentPart } from '@toolthread/core';
import { textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { urlPart } from '../url-part.ts';

/** A file that lies on the disk is only named: nothing in a transcript is opened. */
export function filePart(part: Fields): ContentPart {
  const url = textIn(part, 'url') ?? '';
  const name = textIn(part, 'filename') ?? 'file';
  const mime = textIn(part, 'mime') ?? 'application/octet-stream';
  if (!url.startsWith('data:')) return { type: 'reference', name, uri: url };
  return urlPart(mime.startsWith('image/') ? 'image' : 'file', url, mime, name);
}

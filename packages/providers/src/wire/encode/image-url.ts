/** Images and files in the forms that OpenAI's services take; `undefined` for those that they cannot read. */
import type { ContentPart } from '@toolthread/core';
import { bytesUrl } from '@toolthread/core/json';
import { base64Of, plainMediaType, webAddress } from './base64.ts';
import { isNamedImage, isSeenImage } from './is-seen-image.ts';

export type Media = Extract<ContentPart, { type: 'image' | 'file' }>;

const PDF = 'application/pdf';

/** The URL of an image, or the image as a data URL. */
export function imageUrl(media: Media): string | undefined {
  const bytes = base64Of(media.media_type, media.source);
  if (bytes !== undefined) return isSeenImage(bytes.mediaType) ? bytesUrl(bytes) : undefined;
  return isNamedImage(media) ? webAddress(media.source) : undefined;
}

/** A document as a data URL, with a name, which the services demand. */
export function pdfData(media: Media): { readonly filename: string; readonly file_data: string } | undefined {
  const bytes = base64Of(media.media_type, media.source);
  if (bytes?.mediaType !== PDF) return undefined;
  const name = (media.name ?? '').toWellFormed().trim();
  return { filename: name === '' ? 'document.pdf' : name, file_data: bytesUrl(bytes) };
}

export function pdfUrl({ media_type: mediaType, source }: Media): string | undefined {
  return plainMediaType(mediaType) === PDF ? webAddress(source) : undefined;
}

const AUDIO: ReadonlyMap<string, 'wav' | 'mp3'> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
]);

export function audioData(media: Media): { readonly data: string; readonly format: 'wav' | 'mp3' } | undefined {
  const bytes = base64Of(media.media_type, media.source);
  const format = bytes === undefined ? undefined : AUDIO.get(bytes.mediaType);
  return bytes === undefined || format === undefined ? undefined : { data: bytes.data, format };
}

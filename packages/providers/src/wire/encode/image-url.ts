/** Images and files in the forms that OpenAI's services take; `undefined` for those that they cannot read. */
import type { ContentPart } from '@toolthread/core';
import { base64Of, webAddress } from './base64.ts';

export type Media = Extract<ContentPart, { type: 'image' | 'file' }>;

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';

/** The URL of an image, or the image as a data URL. */
export function imageUrl({ type, media_type: mediaType, source }: Media): string | undefined {
  const bytes = base64Of(mediaType, source);
  if (bytes !== undefined) {
    return IMAGES.has(bytes.mediaType) ? `data:${bytes.mediaType};base64,${bytes.data}` : undefined;
  }
  const mayBeImage = IMAGES.has(mediaType) || (type === 'image' && mediaType === '');
  return mayBeImage ? webAddress(source) : undefined;
}

/** A document as a data URL, with a name, which the services demand. */
export function pdfData(media: Media): { readonly filename: string; readonly file_data: string } | undefined {
  const bytes = base64Of(media.media_type, media.source);
  if (bytes?.mediaType !== PDF) return undefined;
  const name = (media.name ?? '').toWellFormed().trim();
  return { filename: name === '' ? 'document.pdf' : name, file_data: `data:${PDF};base64,${bytes.data}` };
}

export function pdfUrl({ media_type: mediaType, source }: Media): string | undefined {
  return mediaType === PDF ? webAddress(source) : undefined;
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

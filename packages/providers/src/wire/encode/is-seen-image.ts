import type { ContentPart } from '@toolthread/core';
import { plainMediaType } from './base64.ts';

type Media = Extract<ContentPart, { type: 'image' | 'file' }>;

const SEEN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The images that models of Anthropic and OpenAI see: `isSeenImage('image/png')`. */
export function isSeenImage(mediaType: string): boolean {
  return SEEN.has(plainMediaType(mediaType));
}

/** Of what stands at an address only the name of its type is known, or that somebody calls it an image. */
export function isNamedImage({ type, media_type: mediaType }: Pick<Media, 'type' | 'media_type'>): boolean {
  return isSeenImage(mediaType) || (type === 'image' && plainMediaType(mediaType) === '');
}

import type { ContentPart } from '@toolthread/core';
import { base64Of } from '../../wire/encode/base64.ts';
import { contentNote } from '../../wire/text/content-note.ts';
import type { Part } from './part.ts';

const READABLE = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|(audio|video|text)\/[\w.+-][\w.+-]*)$/;
const IN_RESPONSES = /^(image\/(png|jpeg|webp)|application\/pdf)$/;

/** What a person posted or a tool returned. `undefined` for blank text. */
export function contentPart(content: ContentPart): Part | undefined {
  if (content.type === 'text') return textPart(content.text);
  return mediaPart(content, READABLE) ?? textPart(contentNote(content));
}

export function textPart(text: string): Part | undefined {
  return text.trim() === '' ? undefined : { text: text.toWellFormed() };
}

/** Media that a function response may hold, where the model takes any. */
export function responseMedia(content: ContentPart): Part | undefined {
  return mediaPart(content, IN_RESPONSES);
}

function mediaPart(content: ContentPart, types: RegExp): Part | undefined {
  if (content.type !== 'image' && content.type !== 'file') return undefined;
  const bytes = base64Of(content.media_type, content.source);
  if (bytes === undefined || !types.test(bytes.mediaType)) return undefined;
  return { inlineData: { mimeType: bytes.mediaType, data: bytes.data } };
}

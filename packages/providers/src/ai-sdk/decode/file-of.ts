/** Sources and files that a model gives besides text and calls. */
import type { ContentPart } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';

export function sourceOf(frame: Fields): ContentPart | undefined {
  const uri = textOf(frame['url']);
  const name = textOf(frame['title']) ?? textOf(frame['filename']) ?? uri;
  return name === undefined ? undefined : { type: 'reference', name, ...(uri === undefined ? {} : { uri }) };
}

/** Reads `mediaType` and `base64`, which on the SDK's own object are getters. */
export function fileOf(file: Fields): ContentPart | undefined {
  const mediaType = textOf(file['mediaType']) ?? '';
  const data = textOf(file['base64']);
  if (data === undefined) return undefined;
  const type = mediaType.startsWith('image/') ? 'image' : 'file';
  return { type, media_type: mediaType, source: { kind: 'base64', data } };
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'string') return error;
  return (
    textOf(typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined) ??
    'The tool failed.'
  );
}

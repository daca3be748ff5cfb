/** What some servers put beside the text of a delta: errors, sources, generated images. */
import type { ContentPart } from '@toolthread/core';
import { dataUrl, fieldsOf, isFields, textOf } from '@toolthread/core/json';
import type { ProviderError } from '../../wire/transport/provider-error.ts';

/** An error in a stream whose status was 200. */
export function errorIn(error: unknown): ProviderError | undefined {
  if (typeof error === 'string' && error !== '') return { message: error };
  if (!isFields(error)) return undefined;
  const status = typeof error['code'] === 'number' ? error['code'] : undefined;
  return {
    message: textOf(error['message']) ?? 'The provider reported an error.',
    status: status !== undefined && status >= 400 ? status : undefined,
    code: textOf(error['code']) ?? textOf(error['type']),
  };
}

/** `{ type: 'url_citation', url_citation: { title, url } }` */
export function sourceIn(annotation: unknown): ContentPart | undefined {
  const { url_citation: nested } = fieldsOf(annotation);
  const citation = isFields(nested) ? nested : fieldsOf(annotation);
  const uri = textOf(citation['url']);
  if (uri === undefined) return undefined;
  return { type: 'reference', name: textOf(citation['title']) ?? uri, uri };
}

/** `{ image_url: { url: 'data:image/png;base64,…' } }` */
export function generatedImage(image: unknown): ContentPart | undefined {
  const url = textOf(fieldsOf(fieldsOf(image)['image_url'])['url']);
  if (url === undefined) return undefined;
  const { mediaType = '', data = '' } = dataUrl(url) ?? {};
  if (!/^image\/[\w.+-][\w.+-]*$/.test(mediaType) || data === '')
    return { type: 'image', media_type: '', source: { kind: 'url', url } };
  return { type: 'image', media_type: mediaType, source: { kind: 'base64', data } };
}

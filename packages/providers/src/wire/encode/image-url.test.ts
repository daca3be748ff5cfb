import type { ContentPart } from '@toolthread/core';
import { expect, it } from 'vitest';
import { contentBlock } from '../../anthropic/encode/content-block.ts';
import { imageUrl, pdfUrl } from './image-url.ts';

const url = 'https://files.example/a';
const at = (mediaType: string, type: 'image' | 'file'): Extract<ContentPart, { type: 'image' | 'file' }> => ({
  type,
  media_type: mediaType,
  source: { kind: 'url', url },
});

it.each(['image/png', 'IMAGE/PNG', 'Image/Jpeg', 'image/webp; q=1', ' image/gif '])(
  '[issue 11] an image at an address is one however its type is written: %s',
  (mediaType) => {
    expect(imageUrl(at(mediaType, 'image'))).toBe(url);
    expect(contentBlock(at(mediaType, 'image'))).toEqual({ type: 'image', source: { type: 'url', url } });
  },
);

it.each(['application/pdf', 'Application/PDF', 'application/pdf; version=1.7'])(
  '[issue 11] and so is a document: %s',
  (mediaType) => {
    expect(pdfUrl(at(mediaType, 'file'))).toBe(url);
    expect(contentBlock(at(mediaType, 'file'))).toEqual({ type: 'document', source: { type: 'url', url } });
  },
);

it('what models do not see is no image, however it is written', () => {
  for (const mediaType of ['image/svg+xml', 'IMAGE/TIFF', 'text/plain; image/png'])
    expect(imageUrl(at(mediaType, 'image'))).toBeUndefined();
});

/**
 * What bytes of a media type are called. Types are the same in capitals.
 *
 * @example
 * mediaKind('image/png'); //=> 'image'
 * mediaKind('application/pdf'); //=> 'file'
 */
export function mediaKind(mediaType: string): 'image' | 'file' {
  return /^image\//i.test(mediaType) ? 'image' : 'file';
}

/** The images that a page draws and a server gives to be drawn. SVG is none of them: it is a document, and documents can act. */
export const DRAWN_IMAGES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

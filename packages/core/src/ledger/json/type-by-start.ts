/** The first bytes of what a model or a page can show, each as a character. */
const STARTS: readonly (readonly [start: string, mediaType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
];

/**
 * The media type that bytes have by their first twelve, each of them as a character; undefined for any other.
 *
 * @example
 * typeByStart('GIF89a'); //=> 'image/gif'
 */
export function typeByStart(start: string): string | undefined {
  // Audio and video files begin with `RIFF` and a length, too: `WEBP` comes after it.
  if (start.startsWith('RIFF')) return start.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
  return STARTS.find(([begin]) => start.startsWith(begin))?.[1];
}

/** By its first bytes, never by its name: `imageType(bytes) === 'image/png'`. */
export function imageType(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

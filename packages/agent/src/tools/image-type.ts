import { mediaKind, typeByStart } from '@toolthread/core/json';

/** By its first bytes, never by its name: `imageType(bytes) === 'image/png'`. */
export function imageType(bytes: Buffer): string | undefined {
  const type = typeByStart(bytes.toString('latin1', 0, 12));
  return type !== undefined && mediaKind(type) === 'image' ? type : undefined;
}

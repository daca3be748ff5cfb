import { crc32 } from 'node:zlib';

/**
 * What is kept beside a text, to tell later whether it is still the one that was written, in its place: `sumOf(thread, seq, body)`.
 * It is there against broken disks, not against people.
 */
export function sumOf(id: string, seq: number, text: string): number {
  return crc32(text, crc32(`${id} ${seq} `));
}

import { closeSync, fstatSync, openSync } from 'node:fs';
import { fileChunks, firstBytes } from './file-chunks.ts';
import { unpackerFor } from './unpacker-for.ts';

/**
 * How many bytes a file has, unpacked, if it has fewer than `enough`; of a damaged one, those before the damage.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * import { gzipSync } from 'node:zlib';
 * const path = `${exampleFolder()}/chat.jsonl.gz`;
 * writeFileSync(path, gzipSync('x'.repeat(5000)));
 * await unpackedSize(path, 10_000); //=> 5000
 */
export async function unpackedSize(path: string, enough: number): Promise<number> {
  let bytes = 0;
  try {
    const file = openSync(path, 'r');
    const { size } = fstatSync(file);
    if (size >= enough || unpackerFor(firstBytes(file)) === undefined) {
      closeSync(file);
      return size;
    }
    for await (const { length } of fileChunks(file)) {
      bytes += length;
      if (bytes >= enough) break;
    }
  } catch {
    // Who reads the file is told why it cannot be read.
  }
  return bytes;
}

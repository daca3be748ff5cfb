import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { unpackedSize } from '../index.ts';
import { unpackerFor } from './unpacker-for.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'toolthread-unpacker-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

async function unpacked(packed: Uint8Array): Promise<Buffer | undefined> {
  const unpacker = unpackerFor(packed);
  unpacker?.end(packed);
  return unpacker === undefined ? undefined : Buffer.concat(await unpacker.toArray());
}

it('gives back what was compressed, and leaves what was not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      for (const packed of [gzipSync(bytes), zstdCompressSync(bytes)])
        expect((await unpacked(packed))?.equals(bytes)).toBe(true);
      if (bytes[0] !== 0x1f && bytes[0] !== 0x28) expect(unpackerFor(bytes)).toBeUndefined();
    }),
  );
});

it('damage is an error', async () => {
  for (const packed of [gzipSync('hello'), zstdCompressSync('hello')]) {
    await expect(unpacked(packed.subarray(0, packed.length - 3))).rejects.toBeInstanceOf(Error);
    await expect(unpacked(Buffer.concat([packed.subarray(0, 5), Buffer.from('nonsense')]))).rejects.toBeInstanceOf(
      Error,
    );
  }
});

it('the size of a file is what it unpacks to, as far as it is asked for', async () => {
  const zeros = Buffer.alloc(3_000_000);
  const path = join(FOLDER, 'zeros');
  for (const packed of [gzipSync(zeros), zstdCompressSync(zeros), zeros]) {
    writeFileSync(path, packed);
    expect(await unpackedSize(path, 4_000_000)).toBe(3_000_000);
    expect(await unpackedSize(path, 1000)).toBeGreaterThanOrEqual(1000);
  }
  writeFileSync(path, gzipSync(zeros).subarray(0, 12));
  expect(await unpackedSize(path, 4_000_000)).toBe(0);
  expect(await unpackedSize(join(FOLDER, 'nowhere'), 1)).toBe(0);
});

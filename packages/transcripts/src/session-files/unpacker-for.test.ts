import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { unpackedSize } from '../index.ts';
import { unpackerFor } from './unpacker-for.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'toolthread-unpacker-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

async function unpacked(packed: Uint8Array, size = 1000): Promise<Buffer | undefined> {
  const unpacker = unpackerFor(packed);
  return unpacker === undefined ? undefined : Buffer.concat(await Array.fromAsync(unpacker(inPieces(packed, size))));
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
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

it('[L4] all frames of a Zstandard file are unpacked, however its bytes come; those without data are skipped', async () => {
  const skipped = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
  const frame = fc.oneof(
    fc.constant([skipped, Buffer.alloc(0)] as const),
    fc
      .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(4000), fc.boolean())
      .map(([bytes, times, checked]) => framed(Buffer.concat(Array.from({ length: times }, () => bytes)), checked)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 3000 }),
      async (frames, size) => {
        const whole = Buffer.concat(frames.map(([packed]) => packed));
        const bytes = Buffer.concat(frames.map(([, own]) => own));
        expect((await unpacked(whole, size))?.equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
  // What follows a frame and is none.
  await expect(unpacked(Buffer.concat([zstdCompressSync('hello'), Buffer.from('nonsense')]))).rejects.toBeInstanceOf(
    Error,
  );
});

function framed(bytes: Buffer, checked: boolean): readonly [packed: Buffer, bytes: Buffer] {
  const params = {
    [constants.ZSTD_c_checksumFlag]: checked ? 1 : 0,
    [constants.ZSTD_c_contentSizeFlag]: checked ? 0 : 1,
  };
  return [zstdCompressSync(bytes, { params }), bytes];
}

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

import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decompress } from './decompress.ts';

it('gives back what was compressed, and what was not as it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const packed of [gzipSync(bytes), zstdCompressSync(bytes)]) {
        const unpacked = decompress(packed);
        expect(unpacked.ok && Buffer.from(unpacked.bytes).equals(bytes)).toBe(true);
      }
      const compressed = bytes[0] === 0x1f || bytes[0] === 0x28;
      if (!compressed) expect(decompress(bytes)).toEqual({ ok: true, bytes });
    }),
  );
});

it('damage is a reason', () => {
  for (const packed of [gzipSync('hello'), zstdCompressSync('hello')]) {
    expect(decompress(packed.subarray(0, packed.length - 3))).toMatchObject({ ok: false, reason: expect.any(String) });
    expect(decompress(Buffer.concat([packed.subarray(0, 5), Buffer.from('nonsense')]))).toMatchObject({ ok: false });
  }
});

it('a file that unpacks to more than it may is refused', () => {
  const zeros = Buffer.alloc(1_000_000);
  for (const packed of [gzipSync(zeros), zstdCompressSync(zeros)]) {
    expect(decompress(packed, 100_000)).toMatchObject({ ok: false });
    expect(decompress(packed, 1_000_000)).toMatchObject({ ok: true });
  }
});

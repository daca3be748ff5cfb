/**
 * Sixteen bytes that stand for a text: HalfSipHash-1-3 with eight bytes, twice, each time with a key of its own. The keys are made when the
 * program starts, so that nobody can write two texts that share a digest. It needs nothing of Node.
 */
const KEYS = crypto.getRandomValues(new Uint32Array(4));

/** In words of four bytes. */
export const DIGEST_WORDS = 4;

/** Writes the digest of a text into `to`. Halves of characters count as what they are. */
export function textDigest(text: string, to: Uint32Array): void {
  digestHalf(text, KEYS[0] ?? 0, KEYS[1] ?? 0, to, 0);
  digestHalf(text, KEYS[2] ?? 0, KEYS[3] ?? 0, to, 2);
}

function digestHalf(text: string, key0: number, key1: number, to: Uint32Array, at: 0 | 2): void {
  const { length } = text;
  let v0 = key0 | 0;
  let v1 = key1 ^ 0xee;
  let v2 = key0 ^ 0x6c796765;
  let v3 = key1 ^ 0x74656462;
  // Two characters at a time. What comes last holds the length, which tells a text from the same with a character 0 behind it; then
  // come three rounds for each word of the digest. All rounds are one piece of code: a function of its own would take five times as long.
  const last = length >> 1;
  for (let step = 0; step <= last + 6; step += 1) {
    let word = 0;
    if (step < last) word = text.charCodeAt(2 * step) | (text.charCodeAt(2 * step + 1) << 16);
    else if (step === last) word = (length << 16) | (length % 2 === 1 ? text.charCodeAt(length - 1) : 0);
    else if (step === last + 1) v2 ^= 0xee;
    else if (step === last + 4) {
      to[at] = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  to[at + 1] = v1 ^ v3;
}

/**
 * Sixteen bytes that stand for a text. Two hashes of HalfSipHash-1-3 take its words in turn; at the end the first takes the state of the
 * second, and its own state is the digest, which nobody outside ever sees. The keys are made when the program starts, so that nobody can write two texts that
 * share a digest. It needs nothing of Node.
 */
const KEYS = crypto.getRandomValues(new Int32Array(8));

/** In words of four bytes. */
export const DIGEST_WORDS = 4;

/** This many characters are digested at a time: an encoder makes bytes of them, which are read four at once. */
const CHUNK = 16_384;
const MOST_BYTES = 3;
/** In characters. */
const SHORT = 192;
const LAST_ASCII = 0x7f;
/** In bytes: each hash takes a word of it. */
const BLOCK = 8;
/** The words that come next: even ones are for the first hash, odd ones for the second. A part of a block may be before a chunk. */
const WORDS = new Int32Array((CHUNK * MOST_BYTES + BLOCK) / 4);
const BYTES = new Uint8Array(WORDS.buffer);
const encoder = new TextEncoder();
/** v0 to v3 of each hash. */
const state = new Int32Array(8);

/** Writes the digest of a text, or of its bytes in UTF-8, into `to`: it is the same. Halves of characters count as what they are. */
export function textDigest(text: string | Uint8Array, to: Uint32Array): void {
  for (let index = 0; index < KEYS.length; index += 1) state[index] = KEYS[index] ?? 0;
  const ascii = typeof text === 'string' && text.length <= SHORT ? writeAscii(text) : NOT_ASCII;
  if (ascii !== NOT_ASCII) return finish(ascii, ascii, WHOLE, to);
  if (typeof text !== 'string') return finish(mixBytes(text), text.length, WHOLE, to);
  // To an encoder all halves are the same character: such a text is digested as JSON writes it, and apart from others.
  const isWhole = text.isWellFormed();
  const { begun, length } = mixText(isWhole ? text : JSON.stringify(text));
  finish(begun, length, isWhole ? WHOLE : HALVES, to);
}

const WHOLE = 0;
const HALVES = 1;
const NOT_ASCII = -1;

/** What an encoder gives for such a text, without the way to it: most texts are ids. Returns how many bytes there are. */
function writeAscii(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return NOT_ASCII;
    BYTES[at] = code;
  }
  return text.length;
}

/** Zeros fill the last block. The length tells a text from the same with a character 0 behind it. */
function finish(begun: number, length: number, kind: number, to: Uint32Array): void {
  const bytes = Math.ceil(begun / BLOCK) * BLOCK;
  for (let index = begun; index < bytes; index += 1) BYTES[index] = 0;
  WORDS[bytes / 4] = length;
  WORDS[bytes / 4 + 1] = kind;
  mix(bytes / 4 + 2);
  close(to);
}

const END = 4;
const ROUNDS_AT_END = 3;

/** The first hash takes the state of the second, and its own is the digest. Most texts are ids: this is most of what they take. */
function close(to: Uint32Array): void {
  let a0 = state[0] ?? 0;
  let a1 = state[1] ?? 0;
  let a2 = state[2] ?? 0;
  let a3 = state[3] ?? 0;
  for (let round = 0; round < END + ROUNDS_AT_END; round += 1) {
    const word = round < END ? (state[END + round] ?? 0) : 0;
    if (round === END) a2 ^= 0xee;
    a3 ^= word;
    a0 = (a0 + a1) | 0;
    a1 = ((a1 << 5) | (a1 >>> 27)) ^ a0;
    a0 = (a0 << 16) | (a0 >>> 16);
    a2 = (a2 + a3) | 0;
    a3 = ((a3 << 8) | (a3 >>> 24)) ^ a2;
    a0 = (a0 + a3) | 0;
    a3 = ((a3 << 7) | (a3 >>> 25)) ^ a0;
    a2 = (a2 + a1) | 0;
    a1 = ((a1 << 13) | (a1 >>> 19)) ^ a2;
    a2 = (a2 << 16) | (a2 >>> 16);
    a0 ^= word;
  }
  to[0] = a0;
  to[1] = a1;
  to[2] = a2;
  to[3] = a3;
}

/** Returns how many bytes there were, and how many of them wait for the next block. */
function mixText(text: string): { readonly begun: number; readonly length: number } {
  let length = 0;
  let begun = 0;
  for (let at = 0; at < text.length;) {
    const end = text.length - at <= CHUNK ? text.length : at + CHUNK - (isFirstHalf(text, at + CHUNK - 1) ? 1 : 0);
    const piece = at === 0 && end === text.length ? text : text.slice(at, end);
    const { written } = encoder.encodeInto(piece, begun === 0 ? BYTES : BYTES.subarray(begun));
    begun = mixBlocks(begun + written);
    length += written;
    at = end;
  }
  return { begun, length };
}

/** Returns how many bytes wait for the next block. */
function mixBytes(bytes: Uint8Array): number {
  let begun = 0;
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + BYTES.length - begun);
    BYTES.set(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end), begun);
    begun = mixBlocks(begun + end - at);
    at = end;
  }
  return begun;
}

/** Of the first bytes, those that fill blocks. The others go to the beginning: how many they are. */
function mixBlocks(bytes: number): number {
  const rest = bytes % BLOCK;
  mix((bytes - rest) / 4);
  for (let index = 0; index < rest; index += 1) BYTES[index] = BYTES[bytes - rest + index] ?? 0;
  return rest;
}

function isFirstHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

/** A round for each of the first words. Those of both hashes are side by side, because a processor does them at the same time. */
function mix(words: number): void {
  let a0 = state[0] ?? 0;
  let a1 = state[1] ?? 0;
  let a2 = state[2] ?? 0;
  let a3 = state[3] ?? 0;
  let b0 = state[4] ?? 0;
  let b1 = state[5] ?? 0;
  let b2 = state[6] ?? 0;
  let b3 = state[7] ?? 0;
  for (let at = 0; at < words; at += 2) {
    const even = WORDS[at] ?? 0;
    const odd = WORDS[at + 1] ?? 0;
    a3 ^= even;
    b3 ^= odd;
    a0 = (a0 + a1) | 0;
    b0 = (b0 + b1) | 0;
    a1 = ((a1 << 5) | (a1 >>> 27)) ^ a0;
    b1 = ((b1 << 5) | (b1 >>> 27)) ^ b0;
    a0 = (a0 << 16) | (a0 >>> 16);
    b0 = (b0 << 16) | (b0 >>> 16);
    a2 = (a2 + a3) | 0;
    b2 = (b2 + b3) | 0;
    a3 = ((a3 << 8) | (a3 >>> 24)) ^ a2;
    b3 = ((b3 << 8) | (b3 >>> 24)) ^ b2;
    a0 = (a0 + a3) | 0;
    b0 = (b0 + b3) | 0;
    a3 = ((a3 << 7) | (a3 >>> 25)) ^ a0;
    b3 = ((b3 << 7) | (b3 >>> 25)) ^ b0;
    a2 = (a2 + a1) | 0;
    b2 = (b2 + b1) | 0;
    a1 = ((a1 << 13) | (a1 >>> 19)) ^ a2;
    b1 = ((b1 << 13) | (b1 >>> 19)) ^ b2;
    a2 = (a2 << 16) | (a2 >>> 16);
    b2 = (b2 << 16) | (b2 >>> 16);
    a0 ^= even;
    b0 ^= odd;
  }
  state[0] = a0;
  state[1] = a1;
  state[2] = a2;
  state[3] = a3;
  state[4] = b0;
  state[5] = b1;
  state[6] = b2;
  state[7] = b3;
}

/** Which addresses belong to the public internet. Judged by their bytes: an address has many spellings. */
import { isIPv4 } from 'node:net';

/** `addressBytes('::ffff:127.0.0.1')?.length === 16`; undefined for what is no address, and for one of a single link. */
export function addressBytes(address: string): Uint8Array | undefined {
  if (isIPv4(address)) return Uint8Array.from(address.split('.').map(Number));
  try {
    // The URL parser gives every spelling of an IPv6 address the same form: hexadecimal groups, one gap at most.
    const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
    const [before, after] = [groups(head), groups(tail ?? '')];
    const gap = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => 0);
    return Uint8Array.from([...before, ...gap, ...after].flatMap((group) => [group >> 8, group & 0xff]));
  } catch {
    return undefined;
  }
}

function groups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** Each is a prefix and its length in bits. What is special in one way or another, by the registries of IANA. */
const NOT_PUBLIC_4 = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 0, 2, 0, 24],
  [192, 88, 99, 0, 24],
  [192, 168, 0, 0, 16],
  [198, 18, 0, 0, 15],
  [198, 51, 100, 0, 24],
  [203, 0, 113, 0, 24],
  [224, 0, 0, 0, 4],
  [240, 0, 0, 0, 4],
  // Answers the machines of one cloud, as 169.254.169.254 does those of the others.
  [168, 63, 129, 16, 32],
] as const;

/** Of 2000::/3, outside of which nothing is public: tunnels, documentation, identifiers that are no addresses. */
const NOT_PUBLIC_6 = [
  [0x20, 0x01, 0x00, 0x00, 23],
  [0x20, 0x01, 0x0d, 0xb8, 32],
  [0x20, 0x02, 0x00, 0x00, 16],
  [0x3f, 0xff, 0x00, 0x00, 20],
] as const;

/** `plainBytes(addressBytes('::ffff:1.1.1.1'))` are those of `1.1.1.1`: an IPv4 address inside an IPv6 one is what is reached. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  const inner = bytes.length === 16 && [MAPPED, NAT64].some((prefix) => prefix.every((byte, n) => bytes[n] === byte));
  return inner ? bytes.slice(12) : bytes;
}

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const NAT64 = [0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];

/** `isPublic(bytes)`; an IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublic(given: Uint8Array): boolean {
  const bytes = plainBytes(given);
  if (bytes.length === 4) return !NOT_PUBLIC_4.some((range) => isIn(bytes, range));
  if (bytes.length !== 16) return false;
  return isIn(bytes, [0x20, 0, 0, 0, 3]) && !NOT_PUBLIC_6.some((range) => isIn(bytes, range));
}

type Range = readonly [number, number, number, number, number];

function isIn(bytes: Uint8Array, [a, b, c, d, bits]: Range): boolean {
  return [a, b, c, d].every((byte, n) => {
    const mask = (0xff00 >> Math.min(8, Math.max(0, bits - 8 * n))) & 0xff;
    return ((bytes[n] ?? 0) & mask) === (byte & mask);
  });
}

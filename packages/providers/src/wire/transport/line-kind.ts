/** `end` ends a frame; of a `comment` no client reads anything; `data` and `event` are the fields that clients read. `other` is any other field, and what is no field. */
export type LineKind = 'end' | 'comment' | 'data' | 'event' | 'other';

/** `lineKind(bytes, at, end)`: what the line between the two is in a stream of events, as the clients of providers read it. */
export function lineKind(bytes: Uint8Array, at: number, end: number): LineKind {
  const from = begins(bytes, at, end, MARK) ? at + MARK.length : at;
  if (from === end) return 'end';
  if (bytes[from] === COLON) return 'comment';
  const field = FIELDS.find(({ bytes: name }) => {
    const after = from + name.length;
    return begins(bytes, from, end, name) && (after === end || bytes[after] === COLON);
  });
  return field?.kind ?? 'other';
}

function begins(bytes: Uint8Array, at: number, end: number, name: Uint8Array): boolean {
  if (end - at < name.length) return false;
  for (let n = 0; n < name.length; n += 1) if (bytes[at + n] !== name[n]) return false;
  return true;
}

const COLON = 58;
const FIELDS: readonly { readonly kind: 'data' | 'event'; readonly bytes: Uint8Array }[] = [
  { kind: 'data', bytes: Buffer.from('data') },
  { kind: 'event', bytes: Buffer.from('event') },
];
/** Clients leave a byte order mark out, some of them at every line. */
const MARK: Uint8Array = Buffer.from('\uFEFF');

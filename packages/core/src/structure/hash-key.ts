/**
 * 32 bits of a string, for `PersistentMap`. Two lanes run side by side and meet at the end: keys come from hostile
 * text, and for one 32-bit lane any number of colliding keys is found in a second.
 *
 * `hashKey('a') !== hashKey('b')`
 */
export function hashKey(key: string): number {
  let a = 0x811c9dc5;
  let b = 0x41c6ce57;
  for (let i = 0; i < key.length; i += 1) {
    const unit = key.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  // Signed: half of the unsigned ones would each be an object of its own.
  return a ^ (a >>> 15);
}

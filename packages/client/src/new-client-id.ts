/** Random, and made without `randomUUID`, which a browser gives only to pages it calls secure. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { randomBytes } from 'node:crypto';

/** `newLinkSecret()`: what opens one thread for reading. */
export function newLinkSecret(): string {
  return `link-${randomBytes(32).toString('base64url')}`;
}

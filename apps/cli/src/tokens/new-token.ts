import { randomBytes } from 'node:crypto';

/** 192 random bits, in characters that a header and an address carry as they are. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

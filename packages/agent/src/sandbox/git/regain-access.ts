import { chmodSync, statSync } from 'node:fs';

/**
 * `regainAccess(folder, 0o700)`: a command can take from us what the owner may do in a folder, and we take it back. What is somebody
 * else's stays as it is.
 */
export function regainAccess(path: Buffer, bits: number): void {
  const { mode, uid } = statSync(path);
  if (uid === process.getuid?.() && (mode & bits) !== bits) chmodSync(path, (mode & 0o7777) | bits);
}

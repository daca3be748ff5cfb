import { chmodSync, statSync } from 'node:fs';

/**
 * `regainAccess(folder, 0o700)`: a command can remove the owner's rights to a folder, and this restores them. A folder of somebody
 * else stays as it is.
 */
export function regainAccess(path: Buffer, bits: number): void {
  const { mode, uid } = statSync(path);
  if (uid === process.getuid?.() && (mode & bits) !== bits) chmodSync(path, (mode & 0o7777) | bits);
}

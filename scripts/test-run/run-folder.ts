import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** The temporary folder of one run of tests: all that they write is in it, and all that they start can be found by it. */
export function makeRunFolder(): RunFolder {
  // Short: sockets have a longest path.
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'tt-'));
  // Some tests run a program as another user, in a folder below.
  chmodSync(path, 0o711);
  process.env['TMPDIR'] = path;
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

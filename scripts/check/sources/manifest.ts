import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the checks read of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Record<string, string>;
  readonly bin?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

export function readManifest(...path: string[]): Manifest {
  return JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'));
}

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
  readonly peerDependenciesMeta?: Record<string, { readonly optional: boolean }>;
  readonly optionalDependencies?: Record<string, string>;
}

export function readManifest(...path: string[]): Manifest {
  return JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'));
}

/** The entry point for tests. */
export const TESTING = './testing';

/** Entry points for our own tests refer to what is not published. One is published if its package names what runs it: vitest. */
export function isPublished(path: string, { peerDependencies = {} }: Manifest): boolean {
  return path !== TESTING || 'vitest' in peerDependencies;
}

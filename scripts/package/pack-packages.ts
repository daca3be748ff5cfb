import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BuiltPackage } from './build-packages.ts';

/** A tarball as the registry would get it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  /** Of the tarball, and of what is in it. */
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs with npm itself, so that a tarball has what npm would publish. */
export async function packPackages(built: readonly BuiltPackage[], to: string): Promise<Tarball[]> {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const args = ['pack', '--json', '--pack-destination', to, ...built.map(({ folder }) => folder)];
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 64e6 });
  const packed: readonly Packed[] = JSON.parse(stdout);
  return packed.map(({ name, version, filename, size, unpackedSize, files }) => ({
    name,
    version,
    path: join(to, filename),
    bytes: size,
    unpackedBytes: unpackedSize,
    files: files.map(({ path }) => path),
  }));
}

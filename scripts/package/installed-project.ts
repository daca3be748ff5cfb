import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readManifest } from '../check/sources/manifest.ts';
import type { Tarball } from './pack-packages.ts';
import { isOurs } from './published-manifest.ts';

/** An empty project outside of the repository, into which tarballs were installed. */
export interface InstalledProject {
  readonly folder: string;
  remove(): void;
}

/**
 * Installs as npm would, without a network: tarballs are unpacked, their programs linked. What others wrote is linked from the
 * repository's own `node_modules`, and so is what `also` names.
 */
export function installedProject(
  root: string,
  tarballs: readonly Tarball[],
  also: readonly string[],
): InstalledProject {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-installed-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true }\n');
  for (const { name, path } of tarballs) unpack(path, join(modules, name));
  for (const { name } of tarballs) {
    const { bin = {}, dependencies, peerDependencies } = readManifest(modules, name);
    for (const [program, file] of Object.entries(bin)) {
      chmodSync(join(modules, name, file), 0o755);
      symlinkSync(join('..', name, file), join(modules, '.bin', program));
    }
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) link(root, modules, needed);
  }
  for (const needed of also) link(root, modules, needed);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

function unpack(tarball: string, to: string): void {
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', to, '--strip-components=1']);
}

function link(root: string, modules: string, name: string): void {
  const path = join(modules, name);
  // Ours come from tarballs only.
  if (isOurs(name) || existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path);
}

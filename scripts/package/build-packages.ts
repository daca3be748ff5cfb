import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Manifest, readManifest } from '../check/sources/manifest.ts';
import { buildPackage } from './build-package.ts';
import { bundledManifest } from './published-manifest.ts';
import { type PublicPackage, publicPackages } from './public-packages.ts';

/** A package that was built, and where. */
export interface BuiltPackage {
  readonly name: string;
  readonly folder: string;
}

/** Builds every public package into a folder of its own below `to`; in the order in which they can be published. */
export async function buildPackages(root: string, to: string): Promise<BuiltPackage[]> {
  const packages = publicPackages(root);
  const { version } = readManifest(root);
  // A project reads the declarations of those that it refers to.
  await promisify(execFile)('tsc', ['-b', ...packages.map(({ folder }) => join(root, folder))]);
  const built: BuiltPackage[] = [];
  for (const one of packages) {
    const folder = join(to, nameOf(one));
    await buildPackage(root, one, version, folder);
    if (one.manifest.bin !== undefined) bundleOurs(one, built, folder);
    built.push({ name: one.manifest.name, folder });
  }
  return built;
}

/**
 * A program brings our packages along, without their declarations and entry points for tests: nobody imports them there. What they need of others becomes its own
 * need, and theirs no more: npm does not install what only a bundled package asks for.
 */
function bundleOurs({ manifest }: PublicPackage, built: readonly BuiltPackage[], to: string): void {
  const bundled = built.filter(({ name }) => name in (manifest.dependencies ?? {}));
  const published = readManifest(to);
  const dependencies = { ...published.dependencies };
  for (const { name, folder } of bundled) {
    const ofTests = join(folder, 'dist/testing');
    const filter = (file: string): boolean => !file.endsWith('.d.ts') && file !== ofTests;
    cpSync(folder, join(to, 'node_modules', name), { recursive: true, filter });
    const alone = readManifest(folder);
    Object.assign(dependencies, alone.dependencies);
    writeManifest(join(to, 'node_modules', name), bundledManifest(alone));
  }
  writeManifest(to, { ...published, dependencies });
}

function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function nameOf({ manifest }: PublicPackage): string {
  return manifest.name.replace('@toolthread/', '');
}

import { globSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type Manifest, readManifest } from '../check/sources/manifest.ts';

/** A package that is published: its folder, from the root, and what its manifest says. */
export interface PublicPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package that is not private, each after those that it needs. */
export function publicPackages(root: string): PublicPackage[] {
  const rest = globSync('{packages,apps}/*/package.json', { cwd: root })
    .map((file) => dirname(file).replaceAll(sep, '/'))
    .sort()
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }))
    .filter(({ manifest }) => manifest.private !== true);
  const sorted: PublicPackage[] = [];
  while (rest.length > 0) {
    const waits = ({ manifest }: PublicPackage): boolean =>
      rest.some(({ manifest: { name } }) => name in { ...manifest.dependencies, ...manifest.peerDependencies });
    const at = rest.findIndex((one) => !waits(one));
    if (at === -1) throw new Error(`packages need each other: ${rest.map(({ folder }) => folder).join(', ')}`);
    sorted.push(...rest.splice(at, 1));
  }
  return sorted;
}

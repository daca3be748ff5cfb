import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPublished, readManifest } from './manifest.ts';

/** An entry point of a package: `@toolthread/core/blocks`, and its source file. */
export interface Door {
  readonly name: string;
  readonly file: string;
  /** Not for tests of our own only. */
  readonly isPublic: boolean;
}

/** Every entry point of every package that leads to code. */
export function doorsOf(root: string): Door[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map(dirname)
    .sort()
    .flatMap((folder) => {
      const manifest = readManifest(root, folder);
      const { name, exports = {}, private: isPrivate = false } = manifest;
      return Object.entries(exports)
        .filter(([, target]) => /\.tsx?$/.test(target))
        .map(([path, target]) => ({
          name: name + path.slice(1),
          file: join(root, folder, target),
          isPublic: !isPrivate && isPublished(path, manifest),
        }));
    });
}

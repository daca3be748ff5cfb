import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from './manifest.ts';

/** A way into a package: `@toolthread/core/blocks`, and its source file. */
export interface Door {
  readonly name: string;
  readonly file: string;
  /** Not for tests only. */
  readonly isPublic: boolean;
}

/** Every way into every package that leads to code. */
export function doorsOf(root: string): Door[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map(dirname)
    .sort()
    .flatMap((folder) => {
      const { name, exports = {}, private: isPrivate = false } = readManifest(root, folder);
      return Object.entries(exports)
        .filter(([, target]) => /\.tsx?$/.test(target))
        .map(([path, target]) => ({
          name: name + path.slice(1),
          file: join(root, folder, target),
          isPublic: !isPrivate && path !== './testing',
        }));
    });
}

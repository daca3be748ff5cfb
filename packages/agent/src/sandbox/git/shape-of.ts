import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { systemPath } from './byte-path.ts';
import { ifThere } from './if-there.ts';
import { SHAPE } from './is-git-folder.ts';

/** `shapeOf(bytePath('/home/me/project'))`: for `isGitFolder`. A link counts wherever it leads: git reads a HEAD that is one, and does not follow it. */
export function shapeOf(folder: string): readonly string[] {
  return SHAPE.filter((name) => {
    const path = join(folder, name);
    // Most are not there, and an error that is thrown costs more than a look.
    return ifThere(path, () => lstatSync(systemPath(path), { throwIfNoEntry: false })) !== undefined;
  });
}

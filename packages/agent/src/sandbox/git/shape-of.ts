import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { systemPath } from './byte-path.ts';
import { SHAPE } from './is-git-folder.ts';

/** `shapeOf(bytePath('/home/me/project'))`: for `isGitFolder`. A link counts wherever it leads: git reads a HEAD that is one, and does not follow it. */
export function shapeOf(folder: string): readonly string[] {
  return SHAPE.filter((name) => isThere(join(folder, name)));
}

function isThere(path: string): boolean {
  try {
    lstatSync(systemPath(path));
    return true;
  } catch {
    return false;
  }
}

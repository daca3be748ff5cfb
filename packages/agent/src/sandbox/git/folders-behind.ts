import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemPath } from './byte-path.ts';
import { ifThere } from './if-there.ts';
import { isGitFolder } from './is-git-folder.ts';
import { shapeOf } from './shape-of.ts';
import { textAt } from './text-at.ts';

/** Where a `.git` that is a file or a link leads: the folder of a worktree or of a submodule, and that of the repository it belongs to, in which it may be. */
export function foldersBehind(path: string): readonly string[] {
  const own = gitFolderAt(path) ?? gitFolderAt(namedIn(path, GITDIR));
  if (own === undefined) return [];
  const common = gitFolderAt(namedIn(join(own, 'commondir'), COMMONDIR));
  return common === undefined ? [own] : [common, own];
}

/** The paths that git takes from a `.git` to those folders, as they are written. */
export function waysBehind(path: string): readonly string[] {
  const named = namedIn(path, GITDIR);
  const own = gitFolderAt(path) ?? gitFolderAt(named);
  const common = own === undefined ? undefined : namedIn(join(own, 'commondir'), COMMONDIR);
  return [path, named, common].filter((one) => one !== undefined);
}

const GITDIR = /^gitdir: (.*)$/m;
const COMMONDIR = /^(.*)$/m;

function namedIn(file: string, pattern: RegExp): string | undefined {
  const named = pattern.exec(textAt(file))?.[1]?.trim();
  return named === undefined || named === '' ? undefined : resolve(dirname(file), named);
}

function gitFolderAt(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = ifThere(path, () => realpathSync.native(systemPath(path), 'latin1'));
  return folder !== undefined && isGitFolder(shapeOf(folder)) ? folder : undefined;
}

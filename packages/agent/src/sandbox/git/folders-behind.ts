import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isBelow, systemPath, textAt } from './byte-path.ts';
import { isGitFolder } from './is-git-folder.ts';
import { shapeOf } from './shape-of.ts';

/** Where a `.git` that is a file or a link leads: the folder of a worktree or of a submodule, and that of the repository it belongs to. */
export function foldersBehind(path: string): readonly string[] {
  const own = gitFolderAt(path) ?? folderNamed(path, /^gitdir: (.*)$/m);
  if (own === undefined) return [];
  const common = folderNamed(join(own, 'commondir'), /^(.*)$/m);
  return common === undefined ? [own] : [common, ...(isBelow(own, common) ? [] : [own])];
}

function folderNamed(file: string, pattern: RegExp): string | undefined {
  const named = pattern.exec(textAt(file))?.[1]?.trim();
  return named === undefined || named === '' ? undefined : gitFolderAt(resolve(dirname(file), named));
}

function gitFolderAt(path: string): string | undefined {
  try {
    const folder = realpathSync.native(systemPath(path), 'latin1');
    return isGitFolder(shapeOf(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

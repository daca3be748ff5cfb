import { join } from 'node:path';
import { bytePath, isBelow } from './byte-path.ts';
import { isGitFolder, isOfGit } from './is-git-folder.ts';
import { isKeptNow } from './keep-now.ts';
import { ledByGit } from './led-by-git.ts';
import { shapeOf } from './shape-of.ts';

/**
 * `await isRunByGit({ root: '/home/me/project', name: 'src/index.ts' }, 'to be written')`: to write it would be to write into a repository's own folder, to
 * make a repository of a folder, or to write what a configuration has git include or run. It throws if a configuration cannot be read: it may say anything.
 */
export async function isRunByGit(
  { root, name }: { readonly root: string; readonly name: string },
  file: 'to be written' | 'just written',
): Promise<boolean> {
  const names = name.split('/');
  if (names.some(isOfGit)) return true;
  const path = bytePath(join(root, name));
  if (isKeptNow(path)) return true;
  const folders = names.map((_, index) => bytePath(join(root, ...names.slice(0, index))));
  if (folders.some((folder, index) => isGitFolder([...shapeOf(folder), names[index] ?? '']))) return true;
  const gits = folders.map((folder) => join(folder, '.git'));
  const { present, absent } = await ledByGit(gits, [bytePath(root)], file === 'just written' ? path : undefined);
  return [...present, ...absent].some((one) => path === one || isBelow(path, one));
}

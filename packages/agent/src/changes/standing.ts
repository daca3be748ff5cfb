import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from './snapshot.ts';

/** What is at a path now. No link is followed, neither there nor on the way. */
export type Standing =
  | { readonly kind: 'nothing' | 'folder' | 'other' }
  /** The file `by` is in the place of a folder above the path. */
  | { readonly kind: 'blocked'; readonly by: string }
  /** `alone`: the file has no second name (hard link). */
  | { readonly kind: 'file'; readonly content: Uint8Array; readonly alone: boolean };

/** `await standing('/home/me/project', 'src/a.ts')` */
export async function standing(workspace: string, path: string): Promise<Standing> {
  const root = await realpath(workspace).catch(() => undefined);
  if (root === undefined) return { kind: 'other' };
  const names = path.split('/');
  for (const [index] of names.entries()) {
    const part = names.slice(0, index + 1).join('/');
    const found = await lstat(join(root, part)).catch(() => undefined);
    if (found === undefined) return { kind: 'nothing' };
    const isLast = index === names.length - 1;
    if (found.isDirectory() && !isLast) continue;
    if (found.isDirectory()) return { kind: 'folder' };
    if (!found.isFile()) return { kind: 'other' };
    if (!isLast) return { kind: 'blocked', by: part };
    const content = await readWhole(workspace, path);
    return content === undefined ? { kind: 'other' } : { kind: 'file', content, alone: found.nlink === 1 };
  }
  return { kind: 'other' };
}

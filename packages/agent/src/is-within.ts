import { sep } from 'node:path';

/** `isWithin('/a/b', '/a')`; a folder is within itself. Both are paths as they really are: links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

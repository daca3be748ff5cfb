import { join } from 'node:path';
import type { KeptFile } from '@toolthread/store';
import { fileText } from '../file-text.ts';
import { replaceFile } from '../tokens/replace-file.ts';
import { KEPT_NAMES } from './read-kept-files.ts';

/** Returns what was not written, in words: what is there already stays as it is. A name that is none of ours is a stranger's. */
export function writeKeptFiles(data: string, files: readonly KeptFile[]): readonly string[] {
  return files.flatMap(({ name, text }) => {
    const path = join(data, name);
    if (!KEPT_NAMES.includes(name))
      return [`The backup has a file ${name} that is not one of Toolthread's. It was left out.`];
    const there = fileText(path);
    if (there !== undefined) return there === text ? [] : [`${path} was there already, and stays as it is.`];
    const written = replaceFile(path, () => text);
    return written.ok ? [] : [written.reason];
  });
}

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { notUtf8, systemCode, systemTrouble } from '../system-trouble.ts';
import type { Skipped } from './skipped-files.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

interface Search {
  readonly name: RegExp;
  readonly skipped: Skipped;
}

/**
 * Plain files of that name at most so many folders below. A link to a folder is followed, once; a link to a file is not.
 * [L4] What has the name and is not read is told to `skipped`; what is not there is no trouble.
 */
export function filesBelow(folder: string, depth: number, { name, skipped }: Search): readonly FoundFile[] {
  const seen = new Set<string>();
  return below(Buffer.from(folder), depth);

  // Paths are bytes: a name need not be text.
  function below(bytes: Buffer, further: number): readonly FoundFile[] {
    return orSkipped(bytes, () => {
      const real = realpathSync.native(bytes, 'buffer').toString('latin1');
      if (seen.has(real)) return [];
      seen.add(real);
      return readdirSync(bytes, { withFileTypes: true, encoding: 'buffer' }).flatMap((entry) => {
        const path = Buffer.concat([bytes, SLASH, entry.name]);
        if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path)))
          return further > 0 ? below(path, further - 1) : [];
        if (!name.test(entry.name.toString())) return [];
        return orSkipped(path, () => (entry.isFile() ? fileAt(path) : noFileAt(path, entry)));
      });
    });
  }

  function fileAt(bytes: Buffer): readonly FoundFile[] {
    const path = bytes.toString();
    if (Buffer.from(path).equals(bytes)) {
      const { size, mtimeMs } = statSync(path);
      return [{ path, size, mtimeMs }];
    }
    const shown = shownPath(bytes);
    skipped({ path: shown }, notUtf8(shown));
    return [];
  }

  function noFileAt(bytes: Buffer, entry: { isSymbolicLink(): boolean }): readonly FoundFile[] {
    const path = shownPath(bytes);
    const what = `${path} is ${entry.isSymbolicLink() ? 'a link to a file' : 'not a regular file'}.`;
    skipped({ path }, { ok: false, what, whatToDo: 'Put the file itself there.' });
    return [];
  }

  function orSkipped(bytes: Buffer, look: () => readonly FoundFile[]): readonly FoundFile[] {
    try {
      return look();
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      const path = shownPath(bytes);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') skipped({ path }, systemTrouble(`${path} cannot be opened`, error));
      return [];
    }
  }
}

const SLASH = Buffer.from('/');

function isFolder(path: Buffer): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** `/home/me/bad\xff.jsonl`: of a path that is no text, each byte outside of ASCII. */
function shownPath(bytes: Buffer): string {
  const path = bytes.toString();
  if (Buffer.from(path).equals(bytes)) return path;
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (byte) => String.raw`\x${byte.charCodeAt(0).toString(16)}`);
}

import { globSync } from 'node:fs';
import { basename, sep } from 'node:path';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** A name that says nothing attracts everything. */
const empty = /(^|-)(utils?|helpers?|common|misc|stuff)$/;

/** One line for each file or folder whose name breaks the law: kebab-case, and it says what is inside. */
export function checkNames(root: string): string[] {
  const files = globSync('{packages,apps,scripts,bench}/**/*.{ts,tsx,mts,js,mjs,css,jsonl}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**'],
  });
  const paths = new Set(files.flatMap((file) => file.split(sep).map((_, i, all) => all.slice(0, i + 1).join('/'))));
  return [...paths].sort().flatMap((path) => {
    const name = basename(path);
    if (!kebab.test(name)) return [`${path}: not kebab-case`];
    if (empty.test(name.split('.')[0] ?? '')) return [`${path}: the name does not say what is inside`];
    return [];
  });
}

import { globSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** About twenty can be taken in at a glance. */
const MOST_FILES = 23;

/** One line for each folder with more sources than a reader takes in, tests aside: it wants rooms whose names say where to look. */
export function checkFullFolders(root: string): string[] {
  const files = globSync('{packages,apps,scripts,bench,seeds}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/fixtures/**', '**/*.test.{ts,tsx}'],
  });
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = dirname(file).replaceAll(sep, '/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files; more than ${MOST_FILES} want rooms`)
    .sort();
}

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** One line for each project that `tsc -b` would not check, because the root's `tsconfig.json` does not name it. */
export function checkProjects(root: string): string[] {
  const config: { references: { path: string }[] } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const named = new Set(config.references.map(({ path }) => (path.endsWith('.json') ? path : `${path}/tsconfig.json`)));
  return globSync('{packages/*,apps/*,bench,scripts}/tsconfig*.json', { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !named.has(file))
    .map((file) => `${file}: not among the references of tsconfig.json`);
}

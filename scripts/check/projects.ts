import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

interface Project {
  readonly references?: readonly { readonly path: string }[];
  readonly compilerOptions?: { readonly rootDir?: string };
}

/** One line for each project that `tsc -b` would not check, or would confuse with another. */
export function checkProjects(root: string): string[] {
  const { references = [] } = readProject(root, 'tsconfig.json');
  const named = new Set(references.map(({ path }) => (path.endsWith('.json') ? path : `${path}/tsconfig.json`)));

  return globSync('{packages/*,apps/*,bench,scripts,seeds}/tsconfig*.json', { cwd: root }).flatMap((path) => {
    const file = path.replaceAll(sep, '/');
    const problems = named.has(file) ? [] : [`${file}: not among the references of tsconfig.json`];
    // With another rootDir the build's notes land outside outDir, where those of the next package land too.
    if (readProject(root, file).compilerOptions?.rootDir !== '.') problems.push(`${file}: rootDir must be "."`);
    return problems;
  });
}

function readProject(root: string, file: string): Project {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

import { globSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf } from './imports.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * The law of arrows: a package imports only what stands here. Everything may import `core`; `core` imports nothing;
 * `agent` takes its model and tools by interface. Apps, the benchmarks and the scripts may import any package.
 */
const arrows: Record<string, readonly string[]> = {
  core: [],
  providers: ['core'],
  transcripts: ['core'],
  agent: ['core'],
  store: ['core'],
  server: ['core', 'agent', 'store', 'transcripts', 'providers'],
  client: ['core'],
  react: ['core', 'client'],
};

interface Package {
  /** From the root, with slashes: `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** One line for each import or dependency that no arrow allows. */
export function checkArrows(root: string): string[] {
  const packages = readPackages(root);
  const folderOf = new Map(packages.map(({ manifest, folder }) => [manifest.name, folder]));

  return packages.flatMap((from) => {
    const problems: string[] = [];
    const judge = (place: string, name: string): void => {
      const target = folderOf.get(name);
      if (target === undefined || target === from.folder || allowed(from.folder, target)) return;
      problems.push(`${place}: ${from.folder} must not import ${target}`);
    };

    if (from.folder.startsWith('packages/') && arrowsFrom(from.folder) === undefined) {
      problems.push(`${from.folder}: not in the table of scripts/check/arrows.ts`);
    }
    for (const name of dependencies(from.manifest)) judge(`${from.folder}/package.json`, name);
    for (const file of sources(root, from.folder)) {
      for (const specifier of importsOf(join(root, file))) {
        if (!specifier.startsWith('.')) judge(file, packageName(specifier));
        else if (leaves(root, from.folder, file, specifier)) {
          problems.push(`${file}: ${specifier} leaves ${from.folder}; import the package by its name`);
        }
      }
    }
    return problems;
  });
}

function readPackages(root: string): Package[] {
  const folders = globSync('{packages/*,apps/*,bench}/package.json', { cwd: root }).map(dirname);
  return [
    { folder: 'scripts', manifest: readManifest(root) },
    ...folders.map((folder) => ({ folder: folder.replaceAll(sep, '/'), manifest: readManifest(root, folder) })),
  ];
}

function dependencies(manifest: Manifest): string[] {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies });
}

function sources(root: string, folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx,mts,js,jsx,mjs}`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**'],
  });
}

function arrowsFrom(folder: string): readonly string[] | undefined {
  return arrows[folder.slice('packages/'.length)];
}

function allowed(from: string, to: string): boolean {
  if (!to.startsWith('packages/')) return false;
  if (!from.startsWith('packages/')) return true;
  return arrowsFrom(from)?.includes(to.slice('packages/'.length)) ?? false;
}

/** `@toolthread/core/blocks` names the package `@toolthread/core`. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function leaves(root: string, folder: string, file: string, specifier: string): boolean {
  const target = resolve(root, dirname(file), specifier);
  return relative(join(root, folder), target).startsWith('..');
}

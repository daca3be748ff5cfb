import { globSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf } from './sources/imports-of.ts';
import { type Manifest, readManifest } from './sources/manifest.ts';

/**
 * The law of arrows: a package imports only what is here. Everything may import `core`; `core` imports nothing;
 * `agent` takes its model and tools by interface. Apps and the benchmarks may import any package, the scripts and the
 * tests of the seeds the apps too.
 */
export const arrows: Record<string, readonly string[]> = {
  core: [],
  providers: ['core'],
  'provider-stub': [],
  'test-postgres': [],
  transcripts: ['core'],
  agent: ['core'],
  store: ['core'],
  server: ['core', 'agent', 'store'],
  client: ['core'],
  react: ['core', 'client'],
};

/** Tests may reach further: the agent is given its model by interface, and is tried with a real one at the providers' stub. */
const testArrows: Record<string, readonly string[]> = {
  providers: ['provider-stub'],
  agent: ['providers', 'provider-stub'],
  server: ['providers', 'test-postgres'],
  store: ['test-postgres'],
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
    const judge = (place: string, name: string, inTest: boolean): void => {
      const target = folderOf.get(name);
      if (target === undefined || target === from.folder || allowed(from.folder, target, inTest)) return;
      problems.push(`${place}: ${from.folder} must not import ${target}`);
    };

    if (from.folder.startsWith('packages/') && arrowsFrom(from.folder) === undefined) {
      problems.push(`${from.folder}: not in the table of scripts/check/arrows.ts`);
    }
    for (const name of dependencies(from.manifest)) judge(`${from.folder}/package.json`, name, false);
    for (const name of Object.keys(from.manifest.devDependencies ?? {})) {
      judge(`${from.folder}/package.json`, name, true);
    }
    for (const file of sources(root, from.folder)) {
      for (const specifier of importsOf(join(root, file))) {
        if (!specifier.startsWith('.')) judge(file, packageName(specifier), isTest(from.folder, file));
        else if (leaves(root, from.folder, file, specifier)) {
          problems.push(`${file}: ${specifier} leaves ${from.folder}; import the package by its name`);
        }
      }
    }
    return problems;
  });
}

function readPackages(root: string): Package[] {
  const folders = globSync('{packages/*,apps/*,bench,seeds}/package.json', { cwd: root }).map(dirname);
  return [
    { folder: 'scripts', manifest: readManifest(root) },
    ...folders.map((folder) => ({ folder: folder.replaceAll(sep, '/'), manifest: readManifest(root, folder) })),
  ];
}

function dependencies(manifest: Manifest): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
}

function sources(root: string, folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx,mts,js,jsx,mjs}`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**'],
  });
}

function isTest(folder: string, file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.replaceAll(sep, '/').startsWith(`${folder}/test/`);
}

function arrowsFrom(folder: string): readonly string[] | undefined {
  return arrows[folder.slice('packages/'.length)];
}

function allowed(from: string, to: string, inTest: boolean): boolean {
  if (!to.startsWith('packages/')) return from === 'seeds' || from === 'scripts';
  if (!from.startsWith('packages/')) return true;
  const target = to.slice('packages/'.length);
  const further = inTest ? testArrows[from.slice('packages/'.length)] : undefined;
  return [...(arrowsFrom(from) ?? []), ...(further ?? [])].includes(target);
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

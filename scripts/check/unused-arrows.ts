import { globSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { arrows } from './arrows.ts';
import { importsOf } from './sources/imports-of.ts';
import { readManifest } from './sources/manifest.ts';
import { ROOMS } from './rooms.ts';

/** One line for each arrow that is allowed and that no source needs: the tables say what is there, not what might be. */
export function checkUnusedArrows(root: string): string[] {
  const packages = globSync('packages/*/package.json', { cwd: root }).map((file) => dirname(file).replaceAll(sep, '/'));
  const nameOf = new Map(packages.map((folder) => [readManifest(root, folder).name, folder.split('/')[1] ?? '']));
  const unused = packages.flatMap((folder) => {
    const from = folder.split('/')[1] ?? '';
    const used = targetsOf(root, `${folder}/**/*.{ts,tsx}`, (_, specifier) => nameOf.get(packageName(specifier)));
    return missing('arrows.ts', from, arrows[from] ?? [], used);
  });
  const rooms = Object.entries(ROOMS).flatMap(([sources, table]) =>
    Object.entries(table).flatMap(([from, allowed]) => {
      const roomOf = (file: string, specifier: string): string | undefined =>
        specifier.startsWith('.')
          ? relative(join(root, sources), resolve(root, dirname(file), specifier)).split(sep)[0]
          : undefined;
      return missing('rooms.ts', `${sources}/${from}`, allowed, targetsOf(root, `${sources}/${from}/**/*.ts`, roomOf));
    }),
  );
  return [...unused, ...rooms];
}

function missing(table: string, from: string, allowed: readonly string[], used: ReadonlySet<string>): string[] {
  return allowed
    .filter((target) => !used.has(target))
    .map((target) => `scripts/check/${table}: ${from} imports nothing of ${target}`);
}

/** What the sources import, tests aside. */
function targetsOf(
  root: string,
  glob: string,
  targetOf: (file: string, specifier: string) => string | undefined,
): ReadonlySet<string> {
  const files = globSync(glob, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/*.test.{ts,tsx}', '**/test/**'],
  });
  const targets = files.flatMap((file) => importsOf(join(root, file)).map((specifier) => targetOf(file, specifier)));
  return new Set(targets.filter((target) => target !== undefined));
}

/** `@toolthread/core/blocks` names the package `@toolthread/core`. */
function packageName(specifier: string): string {
  return specifier.split('/').slice(0, 2).join('/');
}

import { globSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { readSource } from './sources/source.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** A name that says nothing attracts everything. */
const empty = /(^|-)(utils?|helpers?|common|misc|stuff)$/;

/** One line for each file or folder whose name breaks the law: kebab-case, and it says what is inside. */
export function checkNames(root: string): string[] {
  return [...checkWords(root), ...checkExports(root)];
}

function checkWords(root: string): string[] {
  const files = globSync('{packages,apps,scripts,bench,seeds}/**/*.{ts,tsx,mts,js,mjs,css,jsonl}', {
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

/** A file is named after something that it exports; `index` and `main` say what they are. */
function checkExports(root: string): string[] {
  const files = globSync('{packages/*/{src,stub},apps/*/src,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.{ts,tsx}', '**/{index,main}.{ts,tsx}'],
  });
  const named = files.map((file) => file.replaceAll(sep, '/')).sort();
  return named.flatMap((file) => {
    const names = [...readSource(join(root, file)).exports.keys()];
    const said = plain(basename(file).replace(/\.tsx?$/, ''));
    // `check/names.ts` exports `checkNames`.
    const saidInFolder = plain(basename(dirname(file))) + said;
    if (names.length === 0 || names.some((name) => [said, saidInFolder].includes(plain(name)))) return [];
    return [`${file}: exports nothing of that name, but ${names.slice(0, 3).join(', ')}`];
  });
}

/** `place-fact`, `placeFact` and `PLACE_FACT` are the same name. */
function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

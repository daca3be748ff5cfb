import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const LIST = 'examples/README.md';
const VISITS = 'scripts/package/example-visits.ts';
const TESTS = ['{packages,apps,seeds}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/** One line for each folder of examples that does not say how it is run, that the list omits, or that no test runs; and for each row without a folder. */
export function checkExampleFolders(root: string): string[] {
  const folders = globSync('examples/*/', { cwd: root })
    .map((folder) => basename(folder))
    .toSorted();
  const listed = Array.from(textOf(root, LIST).matchAll(/^\| \[([\w-]+)\]\(\1\) \|/gm), ([, name = '']) => name);
  const run = namesRun(root);
  return [
    ...folders.flatMap((name) => [
      ...(globSync(`examples/${name}/README.md`, { cwd: root }).length === 1
        ? []
        : [`examples/${name} has no README.md`]),
      ...(listed.includes(name) ? [] : [`${LIST}: omits ${name}`]),
      ...(run.has(name) ? [] : [`examples/${name}: no test runs it, neither by ${VISITS} nor by its path`]),
    ]),
    ...listed.filter((name) => !folders.includes(name)).map((name) => `${LIST}: there is no ${name}`),
  ];
}

/** Those with a page are visited; the others are named by their path in the test that runs them. */
function namesRun(root: string): ReadonlySet<string> {
  const visits = textOf(root, VISITS).matchAll(/^ {2}'?([\w-]+)'?: async \(page\)/gm);
  const tests = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', 'scripts/check/**'] });
  const paths = tests.flatMap((file) => Array.from(textOf(root, file).matchAll(/\bexamples\/([\w-]+)\//g)));
  const folders = tests.flatMap((file) => Array.from(textOf(root, file).matchAll(/\bexamples\/([\w-]+)'/g)));
  return new Set([...visits, ...paths, ...folders].map(([, name = '']) => name));
}

function textOf(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

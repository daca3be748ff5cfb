import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'docs/test-catalogue.md';
/** The files of a law whose test is not written yet. */
const NOT_WRITTEN: readonly string[] = [];
const TESTS = ['{packages,apps,bench,seeds}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/**
 * One line for each number of the catalogue that no title of a test has (`[B.6 12]`, `[B.3 31]`), unless its row says that it is not
 * written yet; each number that a title has and the catalogue does not; and each file that a row names and that has no such title.
 */
export function checkCatalogue(root: string): string[] {
  const rows = rowsOf(readFileSync(join(root, LIST), 'utf8'));
  const named = namedIn(root);
  const missing = [...rows.keys()]
    .filter((id) => !named.has(id) && rows.get(id) !== NOT_WRITTEN)
    .map((id) => `${id}: no test has [${id}] in its title`);
  const unknown = [...named.keys()]
    .filter((id) => !rows.has(id))
    .map((id) => `${id}: ${named.get(id)?.join(', ')} names it, and ${LIST} does not have it`);
  const elsewhere = [...rows].flatMap(([id, files]) =>
    files
      .filter((file) => named.has(id) && named.get(id)?.includes(file) !== true)
      .map(
        (file) => `${id}: ${LIST} says ${file}, where no title has [${id}]; it stands in ${named.get(id)?.join(', ')}`,
      ),
  );
  return [...missing, ...unknown, ...elsewhere];
}

/** `| B.6 12 | law | fault | [name](../path) |`: the id, and the files that the row links to. */
function rowsOf(text: string): Map<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>();
  for (const [, id = '', rest = ''] of text.matchAll(/^\| (B\.\d \d+) \|(.*)$/gm)) {
    const files = Array.from(rest.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, file = '']) => file);
    rows.set(id, rest.endsWith(' not written yet |') ? NOT_WRITTEN : files);
  }
  return rows;
}

/** From an id to the files with a title that names it. A title is a text that is first in a call. */
function namedIn(root: string): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const file of globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()) {
    const source = readFileSync(join(root, file), 'utf8');
    const titles = Array.from(source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g), ([, , title = '']) => title);
    const ids = titles.flatMap((title) => Array.from(title.matchAll(/\[(B\.\d \d+)\]/g), ([, id = '']) => id));
    for (const id of new Set(ids)) named.set(id, [...(named.get(id) ?? []), file]);
  }
  return named;
}

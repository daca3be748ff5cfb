import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'docs/test-catalogue.md';
/** Of a law whose test is still to be written. */
const TO_COME: readonly string[] = [];
const TESTS = ['{packages,apps,bench,seeds}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/**
 * One line for each number of the catalogue that no test's title names (`[B.6 12]`, `[B.3 31]`) and that is not to come, each that a
 * title names and the catalogue does not have, and each file that a row names and that has no such title.
 */
export function checkCatalogue(root: string): string[] {
  const rows = rowsOf(readFileSync(join(root, LIST), 'utf8'));
  const named = namedIn(root);
  const missing = [...rows.keys()]
    .filter((id) => !named.has(id) && rows.get(id) !== TO_COME)
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

/** `| B.6 12 | law | [name](../path) |`: the id, and the files of its last cell. */
function rowsOf(text: string): Map<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>();
  for (const [, id = '', rest = ''] of text.matchAll(/^\| (B\.\d \d+) \|(.*)$/gm)) {
    const files = Array.from(rest.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, file = '']) => file);
    rows.set(id, rest.endsWith(' to come |') ? TO_COME : files);
  }
  return rows;
}

/** From an id to the files with a title that names it. A title is a text that stands first in a call. */
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

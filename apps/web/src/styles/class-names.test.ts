import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folders = ['apps/web', 'packages/react'].map((name) => join(root, name));

function textOf(ending: RegExp): string {
  return folders
    .flatMap((folder) => readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** Their ends are put together: `tt-ansi-${color}`. */
const MADE = /^tt-(?:hl|ansi)-/;

test('every class that a style names is given to an element', () => {
  // The names of layers have dots, too.
  const styles = textOf(/\.css$/).replace(/\/\*.*?\*\/|@(?:import|layer)[^{;]*/gs, '');
  const words = new Set([...textOf(/\.tsx?$/).matchAll(/[\w-]+/g)].map(([word]) => word));
  const named = [...styles.matchAll(/\.([a-z][\w-]*)(?=[\s,.:{>[+~)])/gi)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !MADE.test(name) && !words.has(name))).toEqual([]);
});

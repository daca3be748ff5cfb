import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const MOST_LINES = 400;

/** One line for each source or stylesheet with more lines than a reader takes in: blank ones and comments count. */
export function checkLongFiles(root: string): string[] {
  const files = globSync('{packages,apps,scripts,bench,seeds,examples}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**'],
  });
  return files
    .map((file) => ({ file, lines: linesOf(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(
      ({ file, lines }) => `${file.replaceAll(sep, '/')}: ${lines} lines; more than ${MOST_LINES} want to be two files`,
    )
    .sort();
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}

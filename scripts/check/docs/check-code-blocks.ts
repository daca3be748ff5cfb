import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const PAGES = ['*.md', 'docs/**/*.md', 'examples/*/*.md', '{packages,apps}/*/*.md'];

/** One line for each block of code in a page that no compiler could read: `docs/page.md:101: …`. The reference has signatures, and its examples are run. */
export function checkCodeBlocks(root: string): string[] {
  return globSync(PAGES, { cwd: root, exclude: ['**/node_modules/**', 'docs/reference/**'] })
    .toSorted()
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return Array.from(text.matchAll(BLOCK)).flatMap(({ index, 1: kind = '', 2: code = '' }) => {
        const [error] = parseSync(`block.${kind}`, code).errors;
        const line = text.slice(0, index).split('\n').length;
        return error === undefined ? [] : [`${page}:${line}: ${error.message}`];
      });
    });
}

const BLOCK = /^```(tsx?|jsx?|mjs)\n([^]*?)^```$/gm;

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * One line for each pattern that repeats a group without a bound. The engine remembers every round of it, and throws at some megabytes of text: `(?:[^"\\]|\\.)*`. A set of
 * characters, or a group of nothing but letters, may be repeated. Patterns that are put together of texts are not looked at.
 */
export function checkRepeatedGroups(root: string): string[] {
  return globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*', '**/node_modules/**'] })
    .toSorted()
    .flatMap((file) => problemsIn(file.replaceAll(sep, '/'), readFileSync(join(root, file), 'utf8')));
}

function problemsIn(file: string, text: string): string[] {
  const problems: string[] = [];
  new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return;
      for (const group of repeatedGroups(literal.regex.pattern))
        problems.push(`${file}: ${group} repeats a group without a bound; give it one ({0,1000}), or walk the text`);
    },
  }).visit(parseSync(file, text).program);
  return problems;
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/;
const OF_LETTERS = /^\((?:\?:)?[\w;&]+\)$/;

function repeatedGroups(pattern: string): string[] {
  const found: string[] = [];
  const open: number[] = [];
  // An escaped sign, a set of characters, or a bracket.
  for (const { 0: sign, index } of pattern.matchAll(/\\.|\[(?:[^\]\\]|\\.)*\]|[()]/g)) {
    if (sign === '(') open.push(index);
    if (sign !== ')') continue;
    const group = pattern.slice(open.pop() ?? 0, index + 1);
    const [times] = UNBOUNDED.exec(pattern.slice(index + 1)) ?? [];
    if (times !== undefined && !OF_LETTERS.test(group)) found.push(group + times);
  }
  return found;
}

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * One line for each pattern that repeats a group without a bound. The engine remembers every round of it, and throws at some megabytes of text: `(?:[^"\\]|\\.)*`. A set of
 * characters, or a group of nothing but letters, may be repeated; under the flag `u` no set either (`\p{L}+` throws at four million Chinese letters), nor one that must come more than three times (`[a-z]{40,}`). Patterns that
 * are put together of texts are not looked at.
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
      for (const set of repeatedSets(literal.regex))
        problems.push(
          `${file}: ${set} repeats a set as no text of megabytes can be read; give it a bound, leave out the flag u, or write {40,} as {40} and *`,
        );
    },
  }).visit(parseSync(file, text).program);
  return problems;
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/;
const OF_LETTERS = /^\((?:\?:)?[\w;&]+\)$/;

function repeatedSets({ pattern, flags }: { readonly pattern: string; readonly flags: string }): string[] {
  const signs = pattern.matchAll(/(\\[pP]\{[^}]*\}|\\[sSdDwW]|\[(?:[^\]\\]|\\.)*\]|\.)([*+]|\{(\d+),\})?|\\./g);
  return Array.from(signs).flatMap(([sign, , times, least = '0']) =>
    times !== undefined && (/[uv]/.test(flags) || Number(least) > MOST_UNROLLED) ? [sign] : [],
  );
}

/** So many rounds the engine writes out. Where more are asked for it counts, and remembers each. */
const MOST_UNROLLED = 3;

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

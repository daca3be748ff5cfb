import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { patternsOf, type Pattern } from './sources/patterns-of.ts';

/**
 * One line for each pattern that some megabytes of text make the engine throw at, because it remembers every round. It does so of a group, `(?:[^"\\]|\\.)*`, unless it is nothing but letters; of a
 * set under the flag `u` (`\p{L}*` throws at four million Chinese letters); and, in a process that has compiled many patterns, of anything that must come at least once: `\s+` throws
 * where `\s\s*` does not.
 */
export function checkRepeatedGroups(root: string): string[] {
  return globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root, exclude: NOT_RUN_BY_PEOPLE })
    .toSorted()
    .flatMap((file) => problemsIn(file.replaceAll(sep, '/'), readFileSync(join(root, file), 'utf8')));
}

/** The stub is for tests, and answers with the patterns of a provider. */
const NOT_RUN_BY_PEOPLE = ['**/*.test.*', '**/node_modules/**', 'packages/provider-stub/**'];

function problemsIn(file: string, text: string): string[] {
  const problems = patternsOf(file, text).flatMap((pattern) => [
    ...repeatedGroups(pattern.pattern).map(
      (group) => `${file}: ${group} repeats a group without a bound; give it one ({0,1000}), or walk the text`,
    ),
    ...repeatedSets(pattern).map(
      (set) => `${file}: ${set} repeats a set under the flag u; give it a bound ({0,1000}), or leave out the flag`,
    ),
    ...repeatedAtLeast(pattern.pattern).map(
      (sign) =>
        `${file}: ${sign} asks for a least number and has no bound; give it one ({1,1000}), or write \\s+ as \\s\\s*`,
    ),
  ]);
  return [...new Set(problems)];
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/;
const OF_LETTERS = /^\((?:\?:)?[\w;&]+\)$/;
/** A set of characters or one character, and how often it comes. */
const SIGN =
  /(\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:[^\]\\]|\\.)*\]|[^\\()|^$?*+{}[\]])([*+]|\{\d+,\})?/gi;
const IS_SET = /^(?:\\[pPsSdDwW]|\[|\.)/;

function repeatedSets({ pattern, flags }: Pattern): string[] {
  if (!/[uv]/.test(flags)) return [];
  return Array.from(pattern.matchAll(SIGN)).flatMap(([all, sign = '', times]) =>
    times !== undefined && IS_SET.test(sign) ? [all] : [],
  );
}

function repeatedAtLeast(pattern: string): string[] {
  return Array.from(pattern.matchAll(SIGN)).flatMap(([all, , times = '*']) =>
    times === '*' || times === '{0,}' ? [] : [all],
  );
}

function repeatedGroups(pattern: string): string[] {
  const found: string[] = [];
  const open: number[] = [];
  // An escaped sign, a set of characters, or a bracket.
  for (const { 0: sign, index } of pattern.matchAll(/\\.|\[(?:[^\]\\]|\\.)*\]|[()]/g)) {
    if (sign === '(') open.push(index);
    if (sign !== ')') continue;
    const group = pattern.slice(open.pop() ?? 0, index + 1);
    const [times] = UNBOUNDED.exec(pattern.slice(index + 1)) ?? [];
    if (times !== undefined && !(times === '*' && OF_LETTERS.test(group))) found.push(group + times);
  }
  return found;
}

import { countOf, english } from '@toolthread/core/text';
import { printProblem } from '../terminal/print-text.ts';
import type { SessionFile } from './session-file.ts';

/** Why a file is no line of the list, though it could be read. */
type UnlistedRule = keyof typeof WORDS;

/** Is told of each such file. */
export type Unlisted = (file: Pick<SessionFile, 'path'>, rule: UnlistedRule) => void;

const WORDS = {
  copy: (count: number): string => countOf(count, 'copy'),
  empty: (count: number): string => `${english.number(count)} empty`,
  wordless: (count: number): string => `${english.number(count)} in which nobody says anything`,
  subagent: (count: number): string =>
    `${english.number(count)} of subagents, which are in the session that started them`,
} as const;

/** [L4] `unlistedFiles().tell()` says how many files are not in the list, and by which rule, on the standard error. */
export function unlistedFiles(): { readonly add: Unlisted; tell(): void } {
  const rules = new Map<string, UnlistedRule>();
  return {
    add: ({ path }, rule) => void rules.set(path, rule),
    tell() {
      const words = unlistedWords(rules.values());
      if (words !== undefined) void printProblem(`toolthread: ${words}`);
    },
  };
}

/** `2 files are not listed: 1 copy, 1 empty.` */
function unlistedWords(rules: Iterable<UnlistedRule>): string | undefined {
  const counts = new Map<UnlistedRule, number>();
  let all = 0;
  for (const rule of rules) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    all += 1;
  }
  if (all === 0) return undefined;
  const said = Array.from(counts, ([rule, count]) => WORDS[rule](count));
  return `${countOf(all, 'file')} ${all === 1 ? 'is' : 'are'} not listed: ${said.join(', ')}.`;
}

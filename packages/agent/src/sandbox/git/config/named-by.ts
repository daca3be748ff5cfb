/** What a setting of git leads it to: files that it includes, and programs that it runs. */
import type { Setting } from './harmless-config.ts';
import { shellWords } from './shell-words.ts';

/** `alias.*` and such hold commands, whatever the name; the others are known by the last part of their key. */
const PROGRAMS = new RegExp(
  '^(?:alias|pager|hook|guitool|sendemail|man|browser|instaweb)\\.|\\.(?:' +
    'fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand|program|defaultkeycommand|helper|clean|smudge|process|' +
    'external|command|textconv|driver|cmd|uploadpack|receivepack|vcs|packobjectshook|recentobjectshook|difffilter|update|tunnel)$' +
    '|^(?:difftool|mergetool)\\.path$',
);

export type Names =
  | { readonly is: 'file to include' | 'folder' | 'worktree'; readonly path: string }
  /** Words of a command line, any of which may be a file. Only the first ones are surely meant as one where they are absent. */
  | { readonly is: 'command'; readonly surely: readonly string[]; readonly perhaps: readonly string[] };

/** `namedBy(setting)`: by which git is led to what it includes or runs. */
export function namedBy({ key, value }: Setting): readonly Names[] {
  if (key === 'include.path' || key === 'includeif.path') return [{ is: 'file to include', path: value }];
  if (key === 'core.hookspath' || key === 'init.templatedir') return [{ is: 'folder', path: value }];
  if (key === 'core.worktree') return [{ is: 'worktree', path: value }];
  if (!PROGRAMS.test(key)) return [];
  const isAlias = key.startsWith('alias.');
  if (isAlias && !value.startsWith('!')) return namedInAlias(shellWords(value));
  const line = value.replace(/^!\s*/, '');
  const quoted = [...line.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double = '']) => single ?? double);
  const pieces = piecesOf(line);
  const words = shellWords(line);
  const first = words.slice(0, 1);
  const meant = isAlias ? [...first, ...pieces.filter((word) => line.startsWith(word))] : [...words, ...pieces];
  const surely = meant.filter((word) => word.includes('/'));
  return [{ is: 'command', surely, perhaps: [line, ...quoted, ...words, ...pieces] }];
}

function piecesOf(line: string): readonly string[] {
  return line.split(/[\s'"`;|&()<>=]/).filter((word) => word !== '');
}

/** An alias may begin with options of git, `-c core.hooksPath=x commit`; and git may run what the words behind its subcommand say. */
function namedInAlias(words: readonly string[]): readonly Names[] {
  const at = words.findIndex((word, n) => !word.startsWith('-') && !WITH_VALUE.has(words[n - 1] ?? ''));
  return [...namedByOptions(words), ...(at === -1 ? [] : namedBehind(words[at] ?? '', words.slice(at + 1)))];
}

const WITH_VALUE = new Set(
  '-c -C --git-dir --work-tree --namespace --config-env --super-prefix --attr-source'.split(' '),
);

function namedByOptions(words: readonly string[]): readonly Names[] {
  return words.flatMap((word, at): readonly Names[] => {
    const [, path] = /^--exec-path=(.*)$/s.exec(word) ?? [];
    if (path !== undefined) return [{ is: 'folder', path }];
    const [, section = '', name = '', value] = /^([^.=][^.=]*)(?:\.[^=]*)?\.([^.=][^.=]*)=(.*)$/s.exec(word) ?? [];
    const isSetting = words[at - 1] === '-c' && value !== undefined;
    return isSetting ? namedBy({ key: `${section}.${name}`.toLowerCase(), value }) : [];
  });
}

/**
 * Whatever words they are given, they run none of them. Every other subcommand may, and so may another alias: `rebase --exec`, `bisect run`, `submodule foreach`,
 * `difftool -x`, `clone -u`, `grep -O`, `filter-branch`. Their options can be shortened, so that no list of those is ever complete.
 */
const RUN_NO_WORDS = new Set(
  (
    'add annotate apply blame branch cat-file check-ignore checkout cherry cherry-pick clean commit commit-tree config count-objects describe diff diff-files ' +
    'diff-index diff-tree for-each-ref format-patch fsck gc log ls-files ls-tree merge merge-base mv name-rev notes prune range-diff read-tree reflog ' +
    'remote reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref stash status switch symbolic-ref tag update-index ' +
    'update-ref var version whatchanged worktree write-tree'
  ).split(' '),
);

function namedBehind(subcommand: string, words: readonly string[]): readonly Names[] {
  if (RUN_NO_WORDS.has(subcommand)) return [];
  const perhaps = words.flatMap((word) => [word, ...shellWords(word), ...piecesOf(word)]);
  const surely = words.flatMap((word, at) => meantAsProgram(word, words.slice(0, at)));
  const pieces = surely.flatMap((word) => [...shellWords(word), ...piecesOf(word)]);
  return [{ is: 'command', surely: pieces.filter((word) => word.includes('/')), perhaps: [...perhaps, ...pieces] }];
}

/** The value of an option, glued to it or not; and all behind a word that says so. `rebase origin/main` names a branch. */
function meantAsProgram(word: string, before: readonly string[]): readonly string[] {
  if (before.includes('run') || before.includes('foreach') || before.at(-1)?.startsWith('-') === true) return [word];
  const [, glued] = /^(?:--[^=][^=]*=|-[A-Za-z])(..*)$/s.exec(word) ?? [];
  return glued === undefined ? [] : [glued];
}

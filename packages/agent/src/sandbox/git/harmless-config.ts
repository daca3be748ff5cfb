/** The configuration of a repository, as far as it decides what git runs. */
import { shellWords } from './shell-words.ts';

export interface Harmless {
  readonly text: string;
  /** Keys and lines that are not in the text. */
  readonly dropped: readonly string[];
}

/** Of all that git can be told, what `git init`, `git clone` and `git remote` write and what names no program. */
const HARMLESS: { readonly [section: string]: readonly string[] } = {
  core: [
    'repositoryformatversion',
    'filemode',
    'bare',
    'logallrefupdates',
    'ignorecase',
    'precomposeunicode',
    'symlinks',
  ],
  extensions: ['objectformat', 'refstorage'],
  remote: ['url', 'pushurl', 'fetch', 'tagopt'],
  branch: ['remote', 'merge', 'rebase'],
  submodule: ['url', 'active'],
  user: ['name', 'email'],
  lfs: ['repositoryformatversion'],
};

const SECTION = /^\s*\[([a-z][a-z0-9-]*)(?: "[^"\\\p{Cc}]*")?\]\s*$/iu;
const ENTRY = /^\s*([a-z][a-z0-9-]*)\s*=\s*([^"\\\p{Cc}]*)$/iu;
const BLANK = /^\s*(?:[#;].*)?$/;

/** `harmlessConfig(text)`: line by line; a line that could be read in another way is dropped like one that does harm. */
export function harmlessConfig(text: string): Harmless {
  const kept: string[] = [];
  const dropped: string[] = [];
  let section: string | undefined;
  for (const line of text.split('\n')) {
    const header = SECTION.exec(line)?.[1]?.toLowerCase();
    const [, name = '', value = ''] = ENTRY.exec(line) ?? [];
    const isKnown = section !== undefined && Object.hasOwn(HARMLESS, section);
    const isHarmless = isKnown && HARMLESS[section ?? '']?.includes(name.toLowerCase()) === true && !isCommand(value);
    if (header !== undefined) section = header;
    if (header !== undefined || isHarmless || BLANK.test(line)) {
      kept.push(line);
      continue;
    }
    dropped.push(name === '' ? 'a line' : `${section ?? '?'}.${name}`);
    if (name === '') section = undefined;
  }
  return { text: kept.join('\n'), dropped };
}

/** `ext::sh -c …`, `-u…`, `!…` */
function isCommand(value: string): boolean {
  return /::|^[-!]/.test(value.trim());
}

export interface Setting {
  /** In lower case, without what stands in quotes: `filter.clean`. */
  readonly key: string;
  readonly value: string;
}

const TOKEN =
  /[#;][^\n]*|\[\s*([^\]\s".]+)[^\]"\n]*(?:"(?:[^"\\\n]|\\.)*")?\s*\]|([a-z][a-z0-9-]*)[ \t]*(?:=[ \t]*((?:"(?:[^"\\]|\\[^])*"|\\[^]|[^"\\#;\n])*))?/gi;

/** `settingsIn(text)`: all that a configuration says, as git reads it. */
export function settingsIn(text: string): readonly Setting[] {
  const settings: Setting[] = [];
  let section = '';
  for (const [, header, name, raw = ''] of text.matchAll(TOKEN)) {
    if (header !== undefined) section = header;
    if (name !== undefined) settings.push({ key: `${section}.${name}`.toLowerCase(), value: plain(raw) });
  }
  return settings;
}

function plain(raw: string): string {
  const unquoted = raw.replace(/"|\\(\r?\n|[^])/g, (_, escaped: string | undefined) => {
    if (escaped === undefined || escaped.endsWith('\n')) return '';
    if (escaped === 'n') return '\n';
    return escaped === 't' ? '\t' : escaped;
  });
  return unquoted.trim();
}

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
  if (isAlias && !value.startsWith('!')) return namedByOptions(shellWords(value));
  const line = value.replace(/^!\s*/, '');
  const quoted = [...line.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double = '']) => single ?? double);
  const pieces = line.split(/[\s'"`;|&()<>=]+/).filter((word) => word !== '');
  const words = shellWords(line);
  const first = words.slice(0, 1);
  const meant = isAlias ? [...first, ...pieces.filter((word) => line.startsWith(word))] : [...words, ...pieces];
  const surely = meant.filter((word) => word.includes('/'));
  return [{ is: 'command', surely, perhaps: [line, ...quoted, ...words, ...pieces] }];
}

/** An alias may begin with options of git: `-c core.hooksPath=x commit`. */
function namedByOptions(words: readonly string[]): readonly Names[] {
  return words.flatMap((word, at): readonly Names[] => {
    const [, path] = /^--exec-path=(.*)$/s.exec(word) ?? [];
    if (path !== undefined) return [{ is: 'folder', path }];
    const [, section = '', name = '', value] = /^([^.=]+)(?:\.[^=]*)?\.([^.=]+)=(.*)$/s.exec(word) ?? [];
    const isSetting = words[at - 1] === '-c' && value !== undefined;
    return isSetting ? namedBy({ key: `${section}.${name}`.toLowerCase(), value }) : [];
  });
}

/** The configuration of a repository, as far as it decides what git runs. */
import { quotedEnd } from './quoted-end.ts';
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

/** A comment, the beginning of a header, or a name with what stands before its value. */
const TOKEN = /[#;][^\n]*|\[\s*([^\]\s".]+)[^\]"\n]*|([a-z][a-z0-9-]*)[ \t]*(=[ \t]*)?/gi;

/** `settingsIn(text)`: all that a configuration says, as git reads it. */
export function settingsIn(text: string): readonly Setting[] {
  const settings: Setting[] = [];
  let section = '';
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [, header, name, equals] = found;
    const start = token.lastIndex;
    if (header !== undefined) {
      const end = headerEnd(text, start);
      if (end !== -1) section = header;
      token.lastIndex = end === -1 ? found.index + 1 : end;
    }
    if (name === undefined) continue;
    if (equals !== undefined) token.lastIndex = valueEnd(text, start);
    settings.push({ key: `${section}.${name}`.toLowerCase(), value: plain(text.slice(start, token.lastIndex)) });
  }
  return settings;
}

/** Behind the bracket that ends a header, with what it has in quotes; -1 where it has no end. */
function headerEnd(text: string, at: number): number {
  const behind = text[at] === '"' ? quotedEnd(text, at, 'one') : at;
  if (behind === -1) return -1;
  const bracket = /\s*\]/y;
  bracket.lastIndex = behind;
  return bracket.test(text) ? bracket.lastIndex : -1;
}

/** A value goes on to the end of its line, or to a comment; not within quotes, nor behind a backslash. */
function valueEnd(text: string, at: number): number {
  const sign = /["\\#;\n]/g;
  for (let end = at; ;) {
    sign.lastIndex = end;
    const found = sign.exec(text);
    if (found === null) return text.length;
    const next = goesOn(text, found.index);
    if (next === -1) return found.index;
    end = next;
  }
}

/** Behind what is quoted or escaped; -1 where nothing is. */
function goesOn(text: string, at: number): number {
  if (text[at] === '"') return quotedEnd(text, at);
  return text[at] === '\\' && at + 1 < text.length ? at + 2 : -1;
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

/** The configuration of a repository, as far as it decides what git runs. */
import { quotedEnd } from './quoted-end.ts';

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

/* oxlint-disable no-control-regex -- no control may be in them */
const SECTION = /^\s*\[([a-z][a-z0-9-]*)(?: "[^"\\\0-\x1f\x7f-\x9f]*")?\]\s*$/i;
const ENTRY = /^\s*([a-z][a-z0-9-]*)\s*=\s*([^"\\\0-\x1f\x7f-\x9f]*)$/i;
/* oxlint-enable no-control-regex */
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
  /** In lower case, without what is in quotes: `filter.clean`. */
  readonly key: string;
  readonly value: string;
}

/** A comment, the beginning of a header, or a name with what is before its value. */
const TOKEN = /[#;][^\n]*|\[\s*([^\]\s".][^\]\s".]*)[^\]"\n]*|([a-z][a-z0-9-]*)[ \t]*(=[ \t]*)?/gi;

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

/** Behind the bracket that ends a header, with what it has in quotes; -1 if it has no end. */
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

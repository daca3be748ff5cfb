/** The configuration of a repository, as far as it decides what git runs. */

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

export interface NamedPath {
  readonly is: 'file to include' | 'folder of hooks';
  readonly path: string;
}

/** `pathsIn(text)`: the paths by which a configuration leads git to what lies beside it. Rather too many than too few. */
export function pathsIn(text: string): readonly NamedPath[] {
  const found = text.matchAll(/(?:^|\]|\n)\s*(path|hookspath)\s*=\s*(?:"((?:[^"\\\n]|\\.)*)"|([^\n]*))/gi);
  return [...found].flatMap(([, key = '', quoted, plain = '']) => {
    const path = (quoted ?? plain).replace(/\\(.)/g, '$1').trim();
    if (path === '') return [];
    return [{ is: key.toLowerCase() === 'path' ? 'file to include' : 'folder of hooks', path }];
  });
}

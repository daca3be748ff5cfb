/**
 * Could a program run another one that its words or its input name? Then its words do not say what will run. We assume that every program could, except those
 * listed here with options listed here in full. (Options can be shortened, and values can be joined to them, so no list of
 * dangerous options is ever complete.) The policy asks for what is not known.
 */
export function runsOthers([name = '', ...words]: readonly string[]): boolean {
  return !HARMLESS.has(name) && !(KNOWN.get(name)?.(words) ?? false);
}

/** These run no other program, whatever their words are. */
const HARMLESS = new Set(
  (
    'cat ls echo pwd cd true false head tail wc cut tr uniq comm paste join nl tac rev fold fmt expand unexpand seq basename ' +
    'dirname realpath readlink stat du df cp mv rm mkdir rmdir touch ln chmod chgrp chown mktemp truncate sleep date id ' +
    'whoami groups uname nproc base32 base64 cksum md5sum sha1sum sha256sum sha512sum b2sum cmp od xxd hexdump tee jq ps'
  ).split(' '),
);

/** Are these words known to run nothing but what a person would expect of them? */
type Judge = (words: readonly string[]) => boolean;

/**
 * Any words, but only these options. `letters` may be joined, and have numbers (`-rn`, `-k2,2n`): each is harmless, also as the value
 * of another one. A name must be complete; one that ends with `=` may have a value.
 */
function options(letters: string, names = '', dashes: '--' | '-' = '--'): Judge {
  const short = new RegExp(`^-[${letters}\\d.,]*$`);
  const long = new Set(names.split(' ').map((name) => dashes + name));
  return (words) =>
    words.every((word) => {
      if (!word.startsWith('-') || word === '--' || short.test(word) || long.has(word) || long.has(`${word}=`))
        return true;
      const at = word.indexOf('=') + 1;
      // A format is a small language: `%G` of git runs a program.
      return long.has(word.slice(0, at)) && !word.includes('%');
    });
}

const HISTORY = options(
  'pnuwbsaMCUz',
  'oneline stat numstat shortstat name-only name-status cached staged graph all decorate patch no-patch no-color reverse ' +
    'follow merges no-merges first-parent since= until= author= grep= max-count= unified= word-diff',
);

const OF_GIT: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['status', options('sbvuzno', 'short branch porcelain ignored')],
  ...['diff', 'log', 'show', 'rev-list', 'shortlog'].map((name): [string, Judge] => [name, HISTORY]),
  ['blame', options('Lwslen', 'porcelain')],
  ['grep', options('nilvcwEFPeqhHIABC', 'line-number ignore-case count')],
  ['ls-files', options('cdmoz', 'cached deleted modified others exclude-standard')],
  ['ls-tree', options('rtdlz', 'name-only')],
  ['merge-base', options('a', 'is-ancestor')],
  ['rev-parse', options('', 'abbrev-ref show-toplevel short verify is-inside-work-tree git-dir')],
  ['describe', options('', 'tags always dirty long')],
  ['branch', options('avrdDmM', 'all list show-current merged contains delete')],
  ['add', options('AuNvnf', 'all update dry-run')],
  ['mv', options('fknv')],
  ['rm', options('rfqn', 'cached')],
  ['reset', options('q', 'hard soft mixed')],
  ['restore', options('SWq', 'staged worktree source=')],
  ['checkout', options('bBqf', 'detach ours theirs')],
  ['switch', options('cCqd', 'detach create')],
  ['commit', (words) => COMMIT(words) && hasMessage(words)],
]);
const COMMIT = options('amqsvn', 'all amend no-edit allow-empty no-verify quiet signoff message=');

/** Without one git would run an editor, which reads commands. */
function hasMessage(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  return before.some((word) => /^(?:-[aqsvn]*m|--message=|--message$|--no-edit$)/.test(word));
}

/** What they run is the file that they are given. */
const SCRIPTS: readonly string[] = 'python python3 perl ruby php lua node deno bun tsx ts-node'.split(' ');

/** What these run is what files of the folder say. */
export const RUN_FILES: ReadonlySet<string> = new Set([...SCRIPTS, 'make', 'npm']);

const KNOWN: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['git', ([name = '', ...words]) => OF_GIT.get(name)?.(words) ?? false],
  [
    'grep',
    options('rRnilvcwxoEFPeqshHABCmLIaf', 'include= exclude= exclude-dir= color= line-number ignore-case count'),
  ],
  ['rg', options('nilvcwFSsogtTABCme', 'hidden files count glob= type=')],
  ['sort', options('bdfghiMnrRVuczmskto')],
  ['diff', options('urNqwbBiaycUp', 'brief unified= color= recursive')],
  // With `-R` it runs itself by a shell, with what `-H`, `-T` and `-o` say; with `-o` it writes.
  [
    'tree',
    options(
      'adflxLPIpshugDFqNQrtcUviASnCXJ',
      'noreport dirsfirst filesfirst filelimit= prune gitignore ignore-case matchdirs charset= si du inodes device sort=',
    ),
  ],
  ['file', options('biL', 'brief mime-type')],
  [
    'find',
    options(
      'HLP',
      'name iname path ipath regex type maxdepth mindepth not and or o a newer mtime mmin size empty print print0 prune perm',
      '-',
    ),
  ],
  ['sed', isPlainSed],
  // These run only what belongs to the workspace, and no word can name anything else.
  ...SCRIPTS.map((name): [string, Judge] => [name, ([file = '', ...words]) => isScriptFile(file) && areFlags(words)]),
  ['make', (words) => words.every((word) => /^(?:[a-z][\w.-]*|-[skBn]|-j\d*)$/i.test(word))],
  ['npm', isPlainNpm],
]);

/** A file of the workspace, as builds have them. Anything else is code in the line itself, or comes through a pipe. */
function isScriptFile(word: string): boolean {
  return /^[\w.][\w./-]*\.\w\w*$/.test(word) && !goesUp(word);
}

/** Out of the workspace, perhaps, wherever it is: behind a link it leads elsewhere. */
export function goesUp(path: string): boolean {
  return path.split('/').includes('..');
}

/** `-v`, `--watch`: without anything that could be a value, because nobody knows what a script does with it. */
function areFlags(words: readonly string[]): boolean {
  return words.every((word) => /^-(?:[a-zA-Z]|-[a-z][a-z-]*)$/.test(word));
}

/** `npm ci`, `npm test`, `npm run build -- --watch`. `npm run env` is none of the workspace's scripts. */
function isPlainNpm(words: readonly string[]): boolean {
  const at = words.indexOf('--');
  const [own, given] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
  const said = own.filter((word) => word !== '-s' && word !== '--silent' && word !== '--if-present');
  return /^(?:ci|install|test|run(?: (?!env$)[\w:.][\w:.-]*)?)$/.test(said.join(' ')) && areFlags(given);
}

/** `sed -n 1,20p file`, `sed -i s/a/b/g file`: of its language only what shows, deletes and replaces. */
function isPlainSed(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !/^-[nErisuz][nErisuz]*$/.test(word));
  const [script = ''] = at === -1 ? [] : words.slice(at);
  const others = words.slice(at + 1).some((word) => word.startsWith('-'));
  return (
    !others &&
    /^(?:[\d$]*(?:,[\d$][\d$]*)?[pdq]|s([/|,#@])(?:(?!\1)[^\n\\]){0,1000}\1(?:(?!\1)[^\n\\]){0,1000}\1[gpiI\d]*)$/.test(
      script,
    )
  );
}

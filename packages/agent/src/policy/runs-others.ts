/**
 * Does a program run others that its words, or what it reads, name? Then its words do not say what will run. The list holds what is
 * usual on a computer; no list can hold every program that could (a build, a test, a script of the workspace).
 */
export function runsOthers([name = '', ...words]: readonly string[]): boolean {
  // What lies at a path may be a copy of any program, or a link to it.
  if (name.includes('/')) return true;
  const known = name.toLowerCase();
  if (ALWAYS.has(known)) return true;
  if (INTERPRETERS.test(known)) return !isScriptFile(words[0]);
  return SOMETIMES.get(known)?.(words) ?? false;
}

const ALWAYS = new Set(
  // They run the rest of their words.
  (
    'sudo doas su runuser pkexec sg newgrp env nice ionice chrt taskset nohup setsid time timeout stdbuf unbuffer xargs ' +
    'parallel watch chroot unshare nsenter setpriv capsh bwrap firejail proot fakeroot busybox toybox coreutils strace ' +
    'ltrace gdb lldb valgrind perf script scriptlive expect flock at batch crontab systemd-run start-stop-daemon screen ' +
    'tmux entr setarch linux32 linux64 i386 x86_64 uname26 numactl prlimit choom cgexec run-parts dbus-run-session ' +
    'xvfb-run rlwrap ssh-agent ssh docker podman kubectl nix-shell npx bunx uvx pipx torsocks proxychains socat nc ncat ' +
    'open xdg-open osascript launchctl ' +
    // They read commands, or words of a language that has commands.
    'sh bash dash zsh ksh mksh fish rbash csh tcsh ash yash pwsh powershell cmd awk gawk mawk nawk original-awk m4 dc ' +
    'ed ex vi vim view nvim vimdiff emacs nano pico tclsh wish gnuplot sqlite3 psql mysql mariadb ' +
    'ftp sftp telnet mail mailx'
  ).split(' '),
);

const INTERPRETERS =
  /^(?:python|pypy|perl|ruby|php|lua|luajit|node|nodejs|deno|bun|tsx|ts-node|rscript|guile|racket|groovy|scala|jshell|irb|ghci|runghc|julia|elixir|erl|raku)[\d.]*$/;

/** A file of the workspace, as a build has them; anything else is code on the line, or on its way through a pipe. */
function isScriptFile(word: string | undefined): boolean {
  return word !== undefined && /^[\w.][\w./-]*\.\w+$/.test(word);
}

type Judge = (words: readonly string[]) => boolean;

const some =
  (pattern: RegExp): Judge =>
  (words) =>
    words.some((word) => pattern.test(word));
const first =
  (pattern: RegExp): Judge =>
  ([word = '']) =>
    pattern.test(word);

const SOMETIMES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['find', some(/^-(?:exec|ok|fprint|fls)/)],
  ['fd', some(/^(?:-[a-z]*[xX]|--exec)/)],
  ['fdfind', some(/^(?:-[a-z]*[xX]|--exec)/)],
  ['rg', some(/^--pre/)],
  ['sort', some(/^--comp/)],
  ['split', some(/^--f/)],
  ['tar', (words) => first(/^[a-zA-Z]*[IF]/)(words) || some(/^(?:-[a-zA-Z]*[IF]|--(?:ch|to|us|rs|rm|i|new))/)(words)],
  ['bsdtar', some(/^--us/)],
  ['zip', some(/^(?:-[a-zA-Z]*T|--unz)/)],
  ['rsync', some(/^(?:-[a-zA-Z]*e|--rsh|--rsync-path)/)],
  ['scp', some(/^-[a-zA-Z]*[SoD]/)],
  ['man', some(/^(?:-[a-zA-Z]*[PH]|--(?:pag|htm|bro))/)],
  ['make', some(/^(?:--ev|--f|--mak|-[a-zA-Z]*[fE]|.*=)/)],
  ['gmake', some(/^(?:--ev|--f|--mak|-[a-zA-Z]*[fE]|.*=)/)],
  ['gcc', some(/^(?:-wrapper|@)/)],
  ['sed', (words) => !isPlainSed(words)],
  // Bash evaluates what stands in the brackets of a variable's name.
  ['test', some(/^-[vR]$/)],
  ['[', some(/^-[vR]$/)],
  ['printf', some(/^-v/)],
  ['wait', some(/^-/)],
  // An option before the word that says what is done, aliases, and whatever takes a command.
  [
    'git',
    (words) =>
      first(
        /^(?:-|config$|bisect$|submodule$|filter-branch$|difftool$|mergetool$|hook$|send-email$|for-each-repo$|daemon$)/,
      )(words) ||
      some(/^(?:-[a-zA-Z]*[xc]$|-x|--(?:exec|upload-pack|receive-pack|ext-diff|open-files|config|ed)|-O|ext::)/)(words),
  ],
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name): [string, Judge] => [
    name,
    (words) =>
      first(/^(?:-|exec$|x$|dlx$|explore$|config$|set$|node$)/)(words) || some(/^--script-shell|^--shell/)(words),
  ]),
  ...'uv poetry pdm pipenv hatch rye conda mamba micromamba bundle direnv mise asdf nix rbenv pyenv'
    .split(' ')
    .map((name): [string, Judge] => [name, some(/^(?:run|exec|shell|develop|x)$/)]),
]);

/** `sed -n 1,20p file`, `sed -i s/a/b/g file`: of its language only what shows, deletes and replaces. */
function isPlainSed(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !/^-[nErisuz]+$/.test(word));
  const [script = ''] = at === -1 ? [] : words.slice(at);
  const others = words.slice(at + 1).some((word) => word.startsWith('-'));
  return (
    !others && /^(?:[\d$]*(?:,[\d$]+)?[pdq]|s([/|,#@])(?:(?!\1)[^\n\\])*\1(?:(?!\1)[^\n\\])*\1[gpiI\d]*)$/.test(script)
  );
}

/** A command in every disguise that shells and usual programs offer. */
import fc from 'fast-check';

/** What hides in them. */
const NAME = 'denyme';

export interface Disguises {
  readonly name: string;
  /** Each runs the command it is given, in one shell at least. */
  readonly dresses: readonly Dress[];
  /** The name written otherwise, in up to three of them. */
  readonly dressed: fc.Arbitrary<string>;
  /** In plain words to a program that runs it: by an option in any of its spellings, or as its words. */
  readonly handedOver: fc.Arbitrary<string>;
  /** Whatever a shell could be told, with no sense in it. */
  readonly soup: fc.Arbitrary<string>;
}

/** `disguises('/tmp/x/bin')`: of a program `denyme` in that folder, which is beside the one that commands run in. */
export function disguises(bin: string): Disguises {
  return { name: NAME, dresses: dressesOf(bin), dressed: dressedIn(bin), handedOver, soup };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const octal = (text: string): string => [...text].map((c) => `\\${c.charCodeAt(0).toString(8)}`).join('');
const hex = (text: string): string => [...text].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Inserted anywhere in a word these change nothing of what it is to a shell. */
const nothing = fc.constantFrom(
  '\\',
  `''`,
  '""',
  '$@',
  '"$@"',
  '$*',
  '${x}',
  '$x',
  '\\\n',
  '$(:)',
  '``',
  '"$*"',
  `$''`,
);
const split = fc
  .tuple(fc.nat(NAME.length - 1), nothing, fc.nat(NAME.length - 1), fc.option(nothing))
  .map(([at, one, to, two]) => {
    const word = NAME.slice(0, at) + one + NAME.slice(at);
    return two === null ? word : word.slice(0, to) + two + word.slice(to);
  });
const wordIn = (bin: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(NAME) },
    { weight: 4, arbitrary: split },
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        `'${NAME}'`,
        `"${NAME}"`,
        `den'yme'`,
        `d"enym"e`,
        `"den"'yme'`,
        `\\d\\e\\n\\y\\m\\e`,
        `$(echo ${NAME})`,
        `\`echo ${NAME}\``,
        `"$(printf '${octal(NAME)}')"`,
        `$'${hex(NAME)}'`,
        `$'den\\171me'`,
        `\${none:-${NAME}}`,
        `\${none-den}yme`,
        `$(echo emyned | rev)`,
        `{${NAME},a}`,
        `d{enyme,enyme}`,
        `${bin}/${NAME}`,
        `../bin/${NAME}`,
        `./linked`,
        `linke[d]`,
        `./linke?`,
        `./l*d`,
        `../b?n/deny*`,
        `../bin/[d]enyme`,
        `~/${NAME}`,
        `"$HOME"/${NAME}`,
        `~+/../bin/${NAME}`,
        `$((1))\b${NAME}`,
        `${NAME}\t`,
        `${NAME}\u00a0`,
        `\u200b${NAME}`,
        `${NAME}\r`,
      ),
    },
  );

type Dress = (command: string) => string;

const dressesOf = (bin: string): readonly Dress[] => [
  (c) => c,
  (c) => `${c} a b`,
  (c) => `  ${c}`,
  (c) => `true;${c}`,
  (c) => `true && ${c}`,
  (c) => `false || ${c}`,
  (c) => `true | ${c}`,
  (c) => `true\n${c}`,
  (c) => `true & ${c}`,
  (c) => `${c} & wait`,
  (c) => `# a\n${c}`,
  (c) => `A=1 ${c}`,
  (c) => `A= B=2 ${c}`,
  (c) => `>out ${c}`,
  (c) => `<notes.txt ${c}`,
  (c) => `${c} 2>&1`,
  (c) => `! ${c}`,
  (c) => `{ ${c}\n}`,
  (c) => `(${c}\n)`,
  (c) => `echo $(${c})`,
  (c) => `echo "$(${c})"`,
  (c) => `echo "\${y:-$(${c})}"`,
  (c) => `echo $(( 1 + $(${c}; echo 1) ))`,
  (c) => `cat <<END\n$(${c})\nEND`,
  (c) => `sh <<END\n${c}\nEND`,
  (c) => `sh <<'END'\n${c}\nEND`,
  (c) => `bash <<< ${quoted(c)}`,
  (c) => `cat <(${c})`,
  (c) => `if true; then ${c}\nfi`,
  (c) => `if ${c}\nthen :; fi`,
  (c) => `for x in 1; do ${c}\ndone`,
  (c) => `while ${c}\ndo break; done`,
  (c) => `until ${c}\n do break; done`,
  (c) => `case a in a) ${c}\n;; esac`,
  (c) => `f() { ${c}\n}; f`,
  (c) => `function f { ${c}\n}; f`,
  (c) => `echo() { ${c}\n}; echo x`,
  (c) => `eval ${quoted(c)}`,
  (c) => `eval eval ${quoted(quoted(c))}`,
  (c) => `builtin eval ${quoted(c)}`,
  (c) => `command eval ${quoted(c)}`,
  (c) => `'eval' ${quoted(c)}`,
  (c) => `exec ${c}`,
  (c) => `command ${c}`,
  (c) => `command -p sh -c ${quoted(`PATH=${bin}; ${c}`)}`,
  (c) => `time ${c}`,
  (c) => `coproc ${c}; wait`,
  (c) => `trap ${quoted(c)} EXIT`,
  (c) => `trap ${quoted(c)} USR1; kill -USR1 $$`,
  (c) => `alias q=${quoted(c)}\nq`,
  (c) => `shopt -s expand_aliases; alias echo=${quoted(c)}\necho x`,
  (c) => `x=${quoted(c)}; $x`,
  (c) => `x=${quoted(c)}; eval "$x"`,
  (c) => `read x < notes.txt; ${c}`,
  (c) => `set -- ${NAME}; "$1"; ${c}`,
  (c) => `printf '%s\\n' ${quoted(c)} > f; . ./f`,
  (c) => `printf '%s\\n' ${quoted(c)} > f; source ./f`,
  (c) => `printf '%s\\n' ${quoted(c)} | tee f.sh; sh f.sh`,
  (c) => `echo ${quoted(c)} | sh`,
  (c) => `printf '%s' ${quoted(c)} | bash`,
  (c) => `echo ${base64(c)} | base64 -d | sh`,
  (c) => `sh -c ${quoted(c)}`,
  (c) => `bash -c ${quoted(c)}`,
  (c) => `'sh' '-c' ${quoted(c)}`,
  (c) => `/bin/sh -c ${quoted(c)}`,
  (c) => `s=sh; $s -c ${quoted(c)}`,
  (c) => `env sh -c ${quoted(c)}`,
  (c) => `env -S ${quoted(`sh -c "${NAME}"`)}; ${c}`,
  (c) => `nice sh -c ${quoted(c)}`,
  (c) => `nohup sh -c ${quoted(c)}`,
  (c) => `timeout 9 sh -c ${quoted(c)}`,
  (c) => `setsid -w sh -c ${quoted(c)}`,
  (c) => `stdbuf -o0 sh -c ${quoted(c)}`,
  (c) => `ionice sh -c ${quoted(c)}`,
  (c) => `prlimit sh -c ${quoted(c)}`,
  (c) => `setarch -R sh -c ${quoted(c)}`,
  (c) => `flock notes.txt sh -c ${quoted(c)}`,
  (c) => `script -qc ${quoted(c)} out`,
  (c) => `xargs sh -c ${quoted(c)} < notes.txt`,
  (c) => `echo a | xargs -I{} sh -c ${quoted(c)}`,
  (c) => `find . -maxdepth 0 -exec sh -c ${quoted(c)} ';'`,
  (c) => `find . -maxdepth 0 -execdir sh -c ${quoted(c)} '{}' +`,
  (c) => `awk ${quoted(`BEGIN { system(${JSON.stringify(c)}) }`)}`,
  (c) => `awk ${quoted(`BEGIN { print ${JSON.stringify(c)} | "sh" }`)}`,
  (c) => `perl -e ${quoted(`system q(${c})`)}`,
  (c) => `perl -we ${quoted(`exec q(${c})`)}`,
  (c) => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(c)})`)}`,
  (c) => `echo ${quoted(`import os; os.system(${JSON.stringify(c)})`)} | python3`,
  (c) => `echo ${quoted(`import os; os.system(${JSON.stringify(c)})`)} | python3 -`,
  (c) => `echo ${quoted(`import os; os.system(${JSON.stringify(c)})`)} | python3 /dev/stdin`,
  (c) => `sed ${quoted(`1e ${c}`)} notes.txt`,
  (c) => `sed -n -e 's/a/${NAME}/e' notes.txt; ${c}`,
  () => `sed 's/a/${NAME}/e' notes.txt`,
  (c) => `tar -cf a.tar --checkpoint=1 --checkpoint-action=exec=${quoted(c)} notes.txt`,
  (c) => `tar -I ${quoted(`sh -c "${NAME}"`)} -cf a.tar notes.txt; ${c}`,
  (c) => `git -c alias.q=${quoted(`!${c}`)} q`,
  (c) => `git init -q . && git config alias.q ${quoted(`!${c}`)} && git q`,
  (c) => `make --eval=${quoted(`all:;@${c}`)} all`,
  (c) => `make -s SHELL=${bin}/${NAME} -f - ; ${c}`,
  (c) => `printf -v ${quoted(`a[$(${c})]`)} 1`,
  (c) => `test -v ${quoted(`a[$(${c})]`)}`,
  (c) => `'[' -v ${quoted(`a[$(${c})]`)} ']'`,
  (c) => `[[ -v ${quoted(`a[$(${c})]`)} ]]`,
  (c) => `let ${quoted(`a[$(${c})]`)}`,
  (c) => `unset ${quoted(`a[$(${c})]`)}`,
  (c) => `declare ${quoted(`a[$(${c})]=1`)}`,
  (c) => `hash -p ${bin}/${NAME} ls; ls; ${c}`,
  (c) => `export PATH=../bin:$PATH; ${c}`,
  (c) => `cp ../bin/${NAME} copied && ./copied; ${c}`,
  (c) => `ln -s ../bin/${NAME} ls && PATH=.:$PATH ls; ${c}`,
  (c) => `ln -s ../bin/${NAME} other && ./other && ${c}`,
  (c) => `vim -es -c ${quoted(`!${c}`)} -c q`,
  (c) => `echo ${quoted(`!${c}`)} | ed -s notes.txt`,
  (c) => `split --filter=${quoted(c)} notes.txt`,
  (c) => `sort --compress-program=${NAME} -S 1 notes.txt; ${c}`,
  (c) => `npm exec -c ${quoted(c)}; ${c}`,
  (c) => `man -P ${quoted(c)} sh; ${c}`,
  (c) => `unheardof sh -c ${quoted(c)}`,
  (c) => `git rebase -q --exe ${quoted(c)} HEAD~1`,
  (c) => `git fetch --upload-p ${quoted(c)} .`,
  (c) => `git ls-remote --upload-pac=${quoted(`${c};:`)} .`,
  (c) => `git clone -u ${quoted(`${c};:`)} . y`,
  (c) => `git clone ${quoted(`-u${c};:`)} . y`,
  (c) => `git grep --open=${quoted(`${c};:`)} a`,
  (c) => `echo connect git-upload-pack | git remote-ext a ${quoted(`sh -c ${NAME}`)}; ${c}`,
  (c) => `jobs -x ${NAME}; ${c}`,
  (c) => `install -s --strip-program=${NAME} notes.txt x; ${c}`,
  (c) => `${c};`,
  (c) => `${c} # a comment`,
  (c) => `echo ok\r\n${c}`,
];

/** Programs with an option that takes a command: what is before it, its name, its letter if it has one, what is after it. */
const TAKERS: readonly (readonly [before: string, name: string, letter: string | undefined, after: string])[] = [
  ['git rebase -q', 'exec', 'x', 'HEAD~1'],
  ['git fetch', 'upload-pack', undefined, '.'],
  ['git ls-remote', 'upload-pack', undefined, '.'],
  ['git clone', 'upload-pack', 'u', '. y'],
  ['git clone', 'config', 'c', '. y'],
  ['git push', 'receive-pack', undefined, '. HEAD:refs/heads/y'],
  ['git grep', 'open-files-in-pager', 'O', 'a'],
  ['git commit -m x', 'gpg-sign', 'S', ''],
  ['git init', 'template', undefined, 'y'],
  ['git difftool -y', 'extcmd', 'x', 'HEAD~1'],
  ['sort -S 1', 'compress-program', undefined, 'notes.txt'],
  ['split', 'filter', undefined, 'notes.txt'],
  ['install -s', 'strip-program', undefined, 'notes.txt x'],
  ['tar -cf a.tar', 'use-compress-program', 'I', 'notes.txt'],
  ['tar -cf a.tar --checkpoint=1', 'checkpoint-action', undefined, 'notes.txt'],
  ['rsync', 'rsh', 'e', 'notes.txt a:b'],
  ['rg', 'pre', undefined, 'a'],
  ['npm test', 'script-shell', undefined, ''],
  ['node a.js', 'run', 'r', ''],
  ['make', 'eval', 'E', 'all'],
  ['prove', 'exec', 'e', 'notes.txt'],
  ['unheardof', 'run', 'r', ''],
];

/** An option with its value in one of the ways in which they are written. */
const optionOf = (name: string, letter: string | undefined, value: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 2, max: name.length }), fc.constantFrom('=', ' '), fc.boolean(), fc.boolean())
    .map(([length, between, short, glued]) => {
      if (!short || letter === undefined) return `--${name.slice(0, length)}${between}${quoted(value)}`;
      return glued ? quoted(`-${letter}${value}`) : `-${letter} ${quoted(value)}`;
    });

const handedOver = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...TAKERS), fc.constantFrom(NAME, `${NAME} x`, `${NAME};:`, `true;${NAME}`))
      .chain(([[before, name, letter, after], value]) =>
        optionOf(name, letter, value).map((option) => `${before} ${option} ${after}`),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.constant('unheardof'), fc.stringMatching(/^[a-z]{3}-[a-z]{3,8}$/)),
        fc.constantFrom('', '-v ', 'a ', '--x=y ', '-- '),
        fc.constantFrom(NAME, `sh -c ${NAME}`, `'-x${NAME}'`, `a,${NAME}`, `'!${NAME}'`),
      )
      .map(([wrapper, words, last]) => `${wrapper} ${words}${last}`),
  },
);

const dressedIn = (bin: string): fc.Arbitrary<string> =>
  fc
    .tuple(wordIn(bin), fc.array(fc.constantFrom(...dressesOf(bin)), { minLength: 1, maxLength: 3 }))
    .map(([bare, all]) => all.reduce((command, dress) => dress(command), bare));

const SENSELESS = [
  ...'den yme echo true env eval sh -c x= a --b= ; | & && || \' " \\ $ $( ) ` { } , ( # ! ~ * ? [ ] < > = ^ % @ :'.split(
    ' ',
  ),
  '\t',
  '\n',
  '\r',
  '\u00a0',
  'é',
  '${x}',
  '$@',
  `''`,
];

const soup = fc
  .array(fc.constantFrom(NAME, NAME, ' ', ' ', ' ', ...SENSELESS), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''))
  // No file is written but in the scratch folder, and none in the way of the next.
  .filter((text) => !/[<>].*\//.test(text));

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { parseCommand } from './parse-command.ts';

test('plain words, quoted words, and one command after the other are plain', () => {
  for (const [command, commands] of [
    ['git status', [['git', 'status']]],
    ['  git\tstatus ;', [['git', 'status']]],
    [`git commit -m 'a b' -m "c d"`, [['git', 'commit', '-m', 'a b', '-m', 'c d']]],
    [`echo 'ab' "cd" ''`, [['echo', 'ab', 'cd', '']]],
    [`ls --grep='a b' -x="c"`, [['ls', '--grep=a b', '-x=c']]],
    ['ls && pwd || id | wc; date', [['ls'], ['pwd'], ['id'], ['wc'], ['date']]],
    ['echo a:b -- --grep=x,y @scope/pkg%20', [['echo', 'a:b', '--', '--grep=x,y', '@scope/pkg%20']]],
    [`echo '$(rm -rf /) ; \` * \\ > x'`, [['echo', '$(rm -rf /) ; ` * \\ > x']]],
    ['echo naïve 文', [['echo', 'naïve', '文']]],
  ] as const) {
    expect([command, parseCommand(command)]).toEqual([command, { kind: 'plain', commands }]);
  }
  expect(parseCommand(['echo', 'a b', '$(x)'])).toEqual({ kind: 'plain', commands: [['echo', 'a b', '$(x)']] });
});

test('[B.6 45] what only a shell can tell is not clear', () => {
  for (const command of [
    'git status\nrm -rf /',
    'git status\r\nrm -rf /',
    'git status\rrm',
    'git status\0',
    'echo $(rm -rf /)',
    'echo `rm -rf /`',
    'echo "$(rm)"',
    'echo "`rm`"',
    'echo $HOME',
    'echo ${x}',
    'FOO=1 git status',
    'PATH=. git status',
    'git status > /etc/passwd',
    'git status >> x',
    'cat < x',
    'cat <<EOF',
    'cat <(ls)',
    'git status & rm -rf /',
    'git status &',
    'a |& b',
    '(rm -rf /)',
    '{ rm -rf /; }',
    'git {push,status}',
    'rm *',
    'rm ?',
    'rm [a-z]',
    'cat ~/.ssh/id_rsa',
    'git status # comment',
    'git \\status',
    `echo 'open`,
    'echo "open',
    'echo "a\\"b"',
    'echo "!x"',
    '! git status',
    'if true; then rm; fi',
    'for x in a; do rm; done',
    'while true; do rm; done',
    'eval rm',
    'exec rm',
    '. ./evil',
    'source evil',
    'command rm',
    'trap rm EXIT',
    'alias git=rm',
    'time rm',
    'f() { rm; }',
    '; git status',
    'git status;; rm',
    '&& git status',
    'git status &&',
    'git status || ',
    '',
    '   ',
    'git\u00a0status',
    'git status\u00a0',
    'git status\u2028rm',
    'git\u0085status',
    `'' rm`,
    `r'm' x`,
    `"r"m x`,
    `echo a'b'"c"d`,
    'export PATH=.',
    'set -- rm',
    'hash -p /bin/rm ls',
    'unset x',
    'read x',
    'let x',
    'declare x',
  ]) {
    expect([command, parseCommand(command).kind]).toEqual([command, 'unclear']);
  }
  for (const list of [[], [''], ['A=1', 'git'], ['eval', 'rm']]) expect(parseCommand(list).kind).toBe('unclear');
});

test('[B.3 24] [B.6 45] more than fifty commands, or a command without end, is too long', () => {
  for (const separator of [';', '&&', '||', '|', '\n', '&']) {
    expect(parseCommand(Array(51).fill('true').join(separator)).kind).toBe('too_long');
    expect(parseCommand(Array(50).fill('true').join(separator)).kind).not.toBe('too_long');
  }
  expect(parseCommand(`echo ${'a'.repeat(20_000)}`).kind).toBe('too_long');
  expect(parseCommand(['echo', 'a'.repeat(20_001)]).kind).toBe('too_long');
});

test('[H4] programs that may run others are told apart, whatever they are given to run', () => {
  for (const command of [
    'env ls',
    'sudo ls',
    'nohup ls',
    'timeout 5 ls',
    'busybox ls',
    'xargs ls',
    'ls | xargs cat',
    'find . -exec ls',
    'find . -okdir ls',
    'sh x.sh',
    'cat x | bash',
    'python3 -c 1',
    'python3',
    'python3.12 -',
    'python3 /dev/stdin',
    'node -e 1',
    'perl -ne 1 x',
    'awk x',
    './x',
    '/bin/ls',
    'git -C . push',
    'git -c a=b push',
    'git config a b',
    'git rebase --exec x',
    'make SHELL=x',
    'npm exec ls',
    'npx ls',
    'uv run ls',
    'sed 1e x',
    `sed 's/a/b/e' x`,
    'sed -e p -e q x',
    'sed -f x y',
    `sed 's/a/b/w out' x`,
    'tar -I x -cf y',
    'tree -R -L 1 src',
    'tree -aRL 1 -o out.html -H x',
    `tree -H '";ls;"' -L 1 src`,
    'tree -o Makefile src',
    'tree -ao Makefile src',
    'tree -T x src',
    'tree --output=Makefile src',
    'printf -v x y',
    'test -v x',
    'ENV ls',
    'a && env b',
  ]) {
    expect([command, parseCommand(command).kind]).toEqual([command, 'indirect']);
  }
});

/** A command that writes down its words, and what a shell makes of a text with it. */
function recorder(): (command: string) => string[] {
  const folder = tempFolder();
  const log = join(folder, 'log');
  const show = join(folder, 'show');
  // In one write: the commands of a pipe run at the same time.
  const script = `line=$#; for word; do line="$line <$word>"; done; printf '%s\\036' "$line" >> "$LOG"`;
  writeFileSync(show, `#!/bin/sh\n${script}\n`);
  chmodSync(show, 0o755);
  return (command) => {
    writeFileSync(log, '');
    spawnSync('/bin/sh', ['-c', command], {
      env: { PATH: `${folder}:/bin:/usr/bin`, LOG: log },
      stdio: 'ignore',
      timeout: 60_000,
    });
    return readFileSync(log, 'utf8').split('\u001e').slice(0, -1).toSorted();
  };
}

const written = (words: readonly string[]): string => words.length + words.map((word) => ` <${word}>`).join('');

test('[B.6 45] where words are called certain, a shell reads in the same words', () => {
  const run = recorder();
  const quiet = fc.constantFrom('a', 'b-c', 'd=e', '--f', 'é', '/g/h', '@x', '%', ',', ':', '+');
  const loud = fc.constantFrom(
    '\\',
    '$',
    '$(show x)',
    '`show y`',
    '\n',
    '\r',
    '*',
    '~',
    '#',
    '>f',
    '<',
    '{',
    '}',
    '(',
    ')',
    '&',
    '!',
    '\u00a0',
    '\0',
    '[',
    '?',
    '^',
    '${x}',
    'x=y',
  );
  const word = fc.oneof(
    { weight: 8, arbitrary: quiet },
    { weight: 3, arbitrary: fc.tuple(quiet, loud).map(([a, b]) => `'${a} ${b}'`) },
    { weight: 3, arbitrary: fc.tuple(quiet, fc.oneof(quiet, loud)).map(([a, b]) => `"${a} ${b}"`) },
    { weight: 1, arbitrary: loud },
    { weight: 1, arbitrary: fc.constantFrom("''", '""', "'", '"', "a'b'", '"c"d') },
  );
  const command = fc.array(word, { maxLength: 5 }).map((words) => ['show', ...words].join(' '));
  const line = fc
    .tuple(
      command,
      fc.array(fc.tuple(fc.constantFrom(';', ' ; ', '&&', ' && ', '|', ' | '), command), { maxLength: 3 }),
    )
    .map(([first, rest]) => first + rest.map(([separator, next]) => separator + next).join(''));
  let certain = 0;
  fc.assert(
    fc.property(line, (text) => {
      const parsed = parseCommand(text);
      if (parsed.kind !== 'plain' && parsed.kind !== 'indirect') return;
      certain += 1;
      const expected = parsed.commands.map(([, ...words]) => written(words)).toSorted();
      expect([text, run(text)]).toEqual([text, expected]);
    }),
    { numRuns: 300 },
  );
  expect(certain).toBeGreaterThan(30);
});

/** [H4] [B.6 45] A denied command in every disguise we could think of; real shells say what each would run. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { disguises } from '../../test/disguises.ts';
import type { Verdict } from './policy.ts';
import { policyByRules } from './policy-by-rules.ts';
import type { Rule } from './rule.ts';

const SHELLS = ['/bin/dash', '/bin/bash'];
const tool = 'run_shell_command';
const everythingBut = (verdict: 'deny' | 'ask'): readonly Rule[] => [
  { tool, verdict: 'allow' },
  { tool, verdict, where: { command: `${NAME} *` } },
];
const decide = (command: string | readonly string[], rules = everythingBut('deny')): Promise<Verdict> =>
  Promise.resolve(policyByRules(rules, 'ask').decide({ name: tool, arguments: { command }, workspace: undefined }));

/** A program of that name which leaves a trace, first in the path; `bin/` also is beside the folder commands run in. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolthread-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bin = join(root, 'bin');
const trace = join(root, 'trace');
const { name: NAME, dresses, dressed, handedOver, soup } = disguises(bin);
mkdirSync(bin);
writeFileSync(join(bin, NAME), `#!/bin/sh\necho ran >> '${trace}'\n`);
chmodSync(join(bin, NAME), 0o755);
/** A wrapper that no list can know. */
writeFileSync(join(bin, 'unheardof'), '#!/bin/sh\nexec "$@"\n');
chmodSync(join(bin, 'unheardof'), 0o755);
const env = {
  PATH: `${bin}:/usr/bin:/bin`,
  HOME: bin,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};
/** What is in each folder that commands run in: a repository of two commits. */
const template = join(root, 'template');
mkdirSync(template);
writeFileSync(join(template, 'notes.txt'), 'a\n');
symlinkSync(join(bin, NAME), join(template, 'linked'));
const history = 'git init -q --template= . && git add notes.txt && git commit -qm 1 && git commit -qm 2 --allow-empty';
spawnSync('/bin/sh', ['-c', history], { cwd: template, env });
let scratches = 0;

/** The first of the shells that ran the denied program; undefined if none did. */
function ranIn(command: string): string | undefined {
  return SHELLS.find((shell) => {
    const cwd = join(root, `scratch${(scratches += 1)}`);
    cpSync(template, cwd, { recursive: true, verbatimSymlinks: true });
    writeFileSync(trace, '');
    spawnSync(shell, ['-c', command], { cwd, env, stdio: 'ignore', timeout: 60_000 });
    return readFileSync(trace, 'utf8') !== '';
  });
}

test('[H4] [B.6 45] no disguise of a denied command is allowed: what dash or bash would run is asked for or denied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: dressed }, { weight: 1, arbitrary: soup }), async (command) => {
      if ((await decide(command)) !== 'allow') return;
      expect([command, ranIn(command)]).toEqual([command, undefined]);
    }),
    { numRuns: 6000 },
  );
});

test('[H4] the disguises are real: each dress runs the denied program in a shell that is installed here', () => {
  // These need programs or versions that a machine may not have, and are not counted.
  const idle = dresses.filter((dress) => ranIn(dress(NAME)) === undefined);
  expect(idle.length).toBeLessThan(dresses.length / 20);
  const sample = fc.sample(dressed, { numRuns: 15, seed: 45 });
  expect(sample.filter((command) => ranIn(command) !== undefined).length).toBeGreaterThan(5);
});

test('[H4] each dress alone is asked for or denied, by a deny rule and by an ask rule', async () => {
  for (const dress of dresses) {
    const command = dress(NAME);
    expect([command, await decide(command)]).not.toEqual([command, 'allow']);
    expect([command, await decide(command, everythingBut('ask'))]).toEqual([command, 'ask']);
  }
});

test('[H4] a command handed to another program is not allowed, however its option is shortened or glued', async () => {
  await fc.assert(
    fc.asyncProperty(handedOver, async (command) => {
      expect([command, await decide(command)]).not.toEqual([command, 'allow']);
    }),
    { numRuns: 3000 },
  );
  const sample = fc.sample(handedOver, { numRuns: 20, seed: 9 });
  expect(sample.filter((command) => ranIn(command) !== undefined).length).toBeGreaterThan(3);
});

test('[H4] what programs are called with a version, and what few have heard of, is asked for or denied', async () => {
  for (const command of [
    `echo connect git-upload-pack | git remote-ext a '${NAME} x'`,
    `jobs -x ${NAME} x`,
    `git submodule--helper foreach ${NAME}`,
    `git diff --ext-d`,
    `g++ -wrapper ${NAME},x a.cc`,
    `cc -wrapper ${NAME},x a.c`,
    `cmake -E env ${NAME} x`,
    `go test -exec ${NAME}`,
    `rview -c '!${NAME} x'`,
    `prove --exec ${NAME} t`,
    `ccache ${NAME} x`,
    `eatmydata ${NAME} x`,
    `logsave a ${NAME} x`,
    'tclsh8.6',
    'tclsh8.6 x.tcl',
    'perl5.36-x86_64-linux-gnu -e 1',
    'python3.11 -c 1',
    'python3.11-dbg',
    'ruby2.7 -e 1',
    'lua5.4 -',
    'node18 -e 1',
    'php8.2 -r 1',
    'gawk-5.2 x',
    'bash5 x',
    'git pull',
    'git fetch ext::x',
    'git commit',
    'git commit --amend',
    'git commit -- -m x',
    'git add -e',
    'git log --format=%G?',
    'npm run env',
    'npm test -- x',
    'node a.js sh',
    'node a.js -esh',
    'make test x=y',
    'tar xf a.tar',
    'diff -l a b',
    'find . -delete',
    'rg -z x',
    'LS',
    'nobody-knows-this',
  ]) {
    expect([command, await decide(command)]).not.toEqual([command, 'allow']);
  }
});

test('[H4] where it plainly matches it is denied, not asked', async () => {
  for (const command of [
    NAME,
    `${NAME} -rf x`,
    `'${NAME}' x`,
    `true && ${NAME} x`,
    `/bin/${NAME} x`,
    `./${NAME}`,
    `sudo ${NAME} x`,
    `den\\yme x`,
    `de'nyme' x`,
    `d""enyme x`,
    `d$@enyme x`,
    `{${NAME},-rf,x}`,
    `DENYME x`,
    `env A=1 ${NAME} x`,
    `sh -c '${NAME} x'`,
    `xargs ${NAME}`,
    `find . -exec ${NAME} ';'`,
    `unheardof ${NAME} x`,
    `unheardof --run=${NAME}`,
    `cc -wrapper ${NAME},x`,
    `rview -c '!${NAME} x'`,
    [NAME, 'x'],
    ['env', NAME],
    ['bash', '-c', `cd /; ${NAME} x`],
  ]) {
    expect([command, await decide(command)]).toEqual([command, 'deny']);
  }
});

test('[H4] lists of words are judged like texts; what is no command that can be read is asked for', async () => {
  for (const command of [
    ['env', 'ls'],
    ['sh', '-c', 'ls'],
    ['./ls'],
    ['python3', '-c', 'print(1)'],
    ['xargs'],
    ['a\0b'],
    ['eval', 'ls'],
    [],
  ]) {
    expect([command, await decide(command)]).toEqual([command, 'ask']);
  }
  const policy = policyByRules(everythingBut('deny'), 'ask');
  for (const command of [1, null, { x: 1 }, ['ls', 1]]) {
    expect(await policy.decide({ name: tool, arguments: { command }, workspace: undefined })).toBe('ask');
  }
  // A call that has no command is no business of a rule about commands.
  expect(await policy.decide({ name: tool, arguments: { path: 'x' }, workspace: undefined })).toBe('allow');
});

test.each<readonly [title: string, commands: readonly (string | readonly string[])[]]>([
  [
    '[H4] plain work stays allowed beside a deny rule',
    [
      'ls -la src',
      'git status',
      `git commit -m '${NAME} is gone'`,
      'git log --oneline -n 5',
      'git diff HEAD',
      'npm run build',
      'npm test -- --watch',
      'npm ci && npm test',
      'node scripts/build.ts',
      'python3 tests/run.py -v',
      'grep -rn TODO src | head -n 20',
      `find . -name '*.ts'`,
      'sed -n 1,20p notes.txt',
      'sed -i s/a/b/g notes.txt',
      'sort -k2,2n -t, notes.txt | uniq -c',
      'diff -u a b',
      'tree -aL 2 -I node_modules --dirsfirst src',
      'git grep -n TODO src',
      'git add -A && git commit -qm done',
      'git checkout -b topic',
      'git log --since="2 days ago" --stat',
      'make test',
      'cat a.txt; wc -l a.txt',
      'mkdir -p a/b && touch a/b/c',
      ['git', 'commit', '-m', '$(not run)'],
    ],
  ],
  [
    '[A2 6] a build, a test and a commit stay plain, also beside what only looks, makes folders or removes',
    [
      'make',
      'npm ci && npm run build && npm test',
      'npm test && git add -A && git commit -m done',
      'npm test; cp dist/a.js b.js',
      'rm -rf dist && mkdir -p dist && npm run build',
      'npm test | tail -5',
      'git log --oneline | sort | uniq -c',
      'git checkout -b next && git add -A && git commit -m x && git status',
      'git status && make test',
      'sed -n 1,20p Makefile; make',
      'cat package.json | grep test; npm test',
      'cp a b; ls',
      'tree --noreport src; make',
      'node build.ts && python3 check.py',
    ],
  ],
  [
    '[H4] what runs in the workspace, and is read from by a pipe, stays plain',
    [
      'cd sub && npm test',
      'cd ./packages/a; make -s test | tail -5',
      'npm test && cd .. && ls',
      'cd .. && ls | head -n 3',
      'python3 ./tests/run.py | grep -c ok',
      'node a..b/c.ts',
      `git log --oneline | grep 'a|b'; npm test`,
    ],
  ],
])('%s', async (_, commands) => {
  for (const command of commands) expect([command, await decide(command)]).toEqual([command, 'allow']);
});

test('[H4] without a rule that holds commands back nothing is asked anew', async () => {
  const all: readonly Rule[] = [{ tool, verdict: 'allow' }];
  expect(await decide('echo $(date) > out', all)).toBe('allow');
  const some: readonly Rule[] = [{ tool, verdict: 'allow', where: { command: 'env *' } }];
  expect(await decide('env A=1 ls', some)).toBe('allow');
  expect(await decide('env $A', some)).toBe('ask');
});

test('[B.3 24] [B.6 45] over the limit is denied wherever a rule speaks of commands', async () => {
  const many = (separator: string): string => Array(60).fill('true').join(separator);
  for (const separator of [';', ' && ', '||', '|', '\n', '&']) {
    expect(await decide(many(separator))).toBe('deny');
    expect(await decide(many(separator), everythingBut('ask'))).toBe('deny');
  }
  expect(await decide(`echo ${'a'.repeat(20_000)}`)).toBe('deny');
  expect(await decide(['echo', 'a'.repeat(20_001)])).toBe('deny');
});

const WRITTEN_AND_RUN: readonly ((command: string) => string)[] = [
  (c) => `echo 'a:;${c}' | tee Makefile; make a`,
  (c) => `echo 'a:;${c}' | tee -a Makefile && make a`,
  (c) => `make -s -j2 a | echo 'a:;${c}' | tee Makefile`,
  (c) => `echo 'a:;${c}' | tee x; mv x Makefile; make`,
  (c) => `echo 'a:;${c}' | tee x; ln -s x Makefile; make`,
  (c) => `echo 'a:;${c}' | sort -o Makefile; make`,
  (c) => `echo 'a:;${c}' | uniq - Makefile; make`,
  (c) => `echo 'a:;${c}' | uniq -- - Makefile; make`,
  (c) => `echo 'import os; os.system("${c}")' | tee a.py; python3 a.py`,
  (c) => `echo 'system("${c}")' | tee a.pl; perl a.pl`,
  (c) => `echo 'require("child_process").execSync("${c}")' | tee a.cjs; node a.cjs`,
  (c) => `echo '{"scripts":{"test":"${c}"}}' | tee package.json; npm test`,
  (c) => `echo '{"scripts":{"test":"${c}"}}' | tee package.json; cd . ; npm run test`,
  (c) => `echo '[core]' | tee -a .git/config; echo 'fsmonitor = ${c}' | tee -a .git/config; git status`,
  (c) =>
    `mkdir -p .git/hooks; echo '#!/bin/sh' | tee .git/hooks/pre-commit; echo '${c}' | tee -a .git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit; git commit --allow-empty -m x`,
  (c) => `git checkout -b Makefile; git commit --allow-empty -m 'a;${c}'; cd .git/logs/refs/heads; make commit`,
  (c) => `echo 'notes:;${c}' | tee x; sed -i s/a/b/ x; cp x Makefile; make notes`,
];

test('[A2 6] what a line writes and then runs is asked for or denied, by a deny rule and by an ask rule', async () => {
  for (const written of WRITTEN_AND_RUN) {
    const command = written(`${NAME} x`);
    expect([command, await decide(command)]).toEqual([command, 'deny']);
    expect([command, await decide(command, everythingBut('ask'))]).toEqual([command, 'ask']);
    const hidden = command.replaceAll(NAME, 'encoded');
    expect([hidden, await decide(hidden)]).toEqual([hidden, 'ask']);
    expect([hidden, await decide(hidden, [{ tool, verdict: 'allow' }])]).toEqual([hidden, 'allow']);
  }
});

test('[A2 6] these lines are real: most of them run the denied program here', () => {
  const ran = WRITTEN_AND_RUN.filter((written) => ranIn(written(`${NAME} x`)) !== undefined);
  expect(ran.length).toBeGreaterThan(WRITTEN_AND_RUN.length / 2);
});

/** Beside the folder that commands run in: a package, a repository and a script that run the denied program. */
const evil = join(root, 'evil');
mkdirSync(evil);
writeFileSync(join(evil, 'a.py'), `import os; os.system("${NAME} x")`);
writeFileSync(join(evil, 'package.json'), `{"scripts":{"test":"${NAME} x"}}`);
writeFileSync(join(evil, 'Makefile'), `a:;${NAME} x\n`);
spawnSync('/bin/sh', ['-c', `git init -q --template= . && git config core.fsmonitor ${NAME}`], { cwd: evil, env });
/** In the folder itself: what runs what it reads. */
mkdirSync(join(template, 'sub'));
writeFileSync(join(template, 'sub/reads.py'), 'import os, sys; os.system(sys.stdin.read())');
writeFileSync(join(template, 'sub/package.json'), '{"scripts":{"test":"sh"}}');
writeFileSync(join(template, 'sub/Makefile'), 'a:;sh\n');

/** Each runs a script, a package, a build or a repository outside of the workspace. */
const OUTSIDE: readonly string[] = [
  'python3 ../evil/a.py',
  'python3 ./../evil/a.py',
  'python3 sub/../../evil/a.py',
  'cd ../evil && npm test',
  'cd ../evil; python3 a.py',
  'cd ../evil && ls && make a',
  'cd ../evil && git status',
  'cd sub && cd ../../evil && make a',
  `cd ${evil} && make a`,
  `cd '${evil}'; npm test | tail -5`,
  `cd -- ../evil; make a`,
  `cd -P ../evil; make a`,
  `cd ../evil; cd ../bin; cd - ; make a`,
  `cd; cd .. ; cd evil; make a`,
];

/** Each reads what it runs from a pipe. */
const FED: readonly string[] = [
  `echo '${NAME} x' | python3 sub/reads.py`,
  `true; echo '${NAME} x' | cat | python3 sub/reads.py && true`,
  `cd sub; echo '${NAME} x' | npm test`,
  `cd sub && echo '${NAME} x' | make a`,
  `echo 'import os; os.system("${NAME} x")' | python3 ../../../../usr/lib/python3.11/code.py`,
  `echo '${NAME} x' | node node_modules/npm/bin/npx-cli.js`,
];

test('[H4] what runs outside of the workspace, or what comes through a pipe, is asked for or denied', async () => {
  for (const command of [...OUTSIDE, ...FED]) {
    expect([command, await decide(command)]).not.toEqual([command, 'allow']);
    expect([command, await decide(command, everythingBut('ask'))]).toEqual([command, 'ask']);
  }
  for (const list of [
    ['python3', '/usr/lib/python3.11/pdb.py'],
    ['python3', '../../usr/lib/python3.11/pdb.py'],
    ['perl', '../../usr/share/perl/5.36/perl5db.pl'],
    ['node', '../lib/node_modules/npm/bin/npx-cli.js'],
  ]) {
    expect([list, await decide(list)]).toEqual([list, 'ask']);
  }
});

test('[H4] these lines are real, too: most of them run the denied program here', () => {
  const ran = [...OUTSIDE, ...FED].filter((command) => ranIn(command) !== undefined);
  expect(ran.length).toBeGreaterThan((OUTSIDE.length + FED.length) / 2);
});

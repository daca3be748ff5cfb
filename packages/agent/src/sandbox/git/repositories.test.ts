/** What one does with git in the sandbox, and what becomes of the repositories that a command makes. */
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gitEnvironment, prepare } from '../../../test/git-attacks.ts';
import { until } from '../../../test/processes.ts';
import { tempFolder, useTool } from '../../../test/use-tool.ts';
import type { Used } from '../../../test/use-tool.ts';
import { editFile } from '../../tools/edit-file.ts';
import { saveFile } from '../../tools/save-file.ts';
import { runShellCommand } from '../../tools/run-shell-command.ts';
import { bytePath } from './byte-path.ts';
import { disarmRepositories } from './disarm-repositories.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';
import { foldersBehind } from './folders-behind.ts';
import { harmlessConfig } from './config/harmless-config.ts';
import { guardRepositories } from './guard-repositories.ts';
import { ledByGit } from './led-by-git.ts';

const bubblewrap = await findBubblewrap();

const WHO = 'git() { command git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "$@"; };';

function sh(command: string, workspace: string, git: 'reads' | 'writes' = 'reads'): Promise<Used> {
  const writes = git === 'writes';
  const input = { command: `${WHO}\n${command}`, ...(writes ? { git: true } : {}) };
  return useTool(runShellCommand, input, { workspace, approved: writes });
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env: gitEnvironment(), encoding: 'utf8' });
}

describe.skipIf(!bubblewrap.ok)('in the sandbox', () => {
  test('[H1] one looks at a repository, and at a worktree of one that lies elsewhere', async () => {
    for (const start of ['a repository', 'a worktree', 'a nested one', 'a submodule'] as const) {
      const workspace = prepare(start, tempFolder());
      writeFileSync(join(workspace, 'file'), 'two\n');
      const used = await sh('git status --short && git diff && git log --oneline', workspace);
      expect(used.error).toBeUndefined();
      expect(used.text).toContain(' M file');
      expect(used.text).toContain('-one\n+two');
      expect(used.text).toContain('first');
      expect(used.structured).not.toHaveProperty('taken_out');
    }
  });

  test('[H1] a commit is made only where it was allowed, in a worktree too', async () => {
    for (const start of ['a repository', 'a worktree'] as const) {
      const workspace = prepare(start, tempFolder());
      const commit = 'echo two > file && git commit -qam second';
      expect((await sh(commit, workspace)).error?.code).toBe('128');
      expect(git(workspace, 'log', '--oneline')).not.toContain('second');
      expect(
        (await useTool(runShellCommand, { command: commit, git: true }, { workspace, approved: false })).error,
      ).toEqual(expect.objectContaining({ code: 'not_approved' }));
      const allowed = await sh(`${commit} && git switch -qc other && git merge -q --no-edit HEAD`, workspace, 'writes');
      expect([allowed.text, allowed.error]).toEqual(['(no output)', undefined]);
      expect(git(workspace, 'log', '--oneline')).toContain('second');
      expect(git(workspace, 'status', '--short')).toBe('');
    }
  });

  test('[H1] what an approval is asked for says that the repository is written to', async () => {
    const workspace = tempFolder();
    const why = async (more: object): Promise<string | undefined> => {
      const accepted = await runShellCommand.accept({ command: 'git commit', ...more });
      return accepted.kind === 'run' ? accepted.needsApproval({ workspace }) : 'refused';
    };
    expect(await why({})).toBeUndefined();
    expect(await why({ git: true })).toBe('It would write to the repository.');
    expect(await why({ git: true, network: true })).toBe(
      'It would reach the network, with all that listens on this machine, and write to the repository.',
    );
  });

  test('[H1] a repository that a command makes is kept, and used outside as any other', async () => {
    const workspace = tempFolder();
    const made = await sh(
      'mkdir new && cd new && git init -q . && git remote add origin https://example.org/x.git && echo 1 > a && git add . && git commit -qm first && git clone -q . ../clone',
      workspace,
    );
    expect([made.text, made.error]).toEqual(['(no output)', undefined]);
    expect(git(join(workspace, 'new'), 'log', '--oneline')).toContain('first');
    expect(git(join(workspace, 'new'), 'remote', 'get-url', 'origin')).toBe('https://example.org/x.git\n');
    expect(git(join(workspace, 'clone'), 'log', '--oneline')).toContain('first');
    expect(readdirSync(join(workspace, 'new/.git/hooks')).every((name) => name.endsWith('.sample'))).toBe(true);
  });

  test('[H1] what is taken out is told, and the rest of the repository stays', async () => {
    const workspace = tempFolder();
    const used = await sh(
      'git init -q . && git commit -q --allow-empty -m first && git config core.fsmonitor ./x && echo x > .git/hooks/pre-commit && mkdir w && echo "gitdir: /x" > w/.git',
      workspace,
    );
    expect(used.structured).toMatchObject({ exit_code: 0, taken_out: expect.any(Array) });
    expect(used.text).toMatch(/^\[Taken out after the command, because git would run it/);
    for (const name of ['.git/config (core.fsmonitor)', '.git/hooks/pre-commit', 'w/.git'])
      expect(used.text).toContain(`- ${name}`);
    expect(git(workspace, 'log', '--oneline')).toContain('first');
    expect(existsSync(join(workspace, 'w/.git'))).toBe(false);
  });

  test('[H1] two commands together do no more than one: a second name of a file, a shape that is completed later', async () => {
    const workspace = tempFolder();
    await sh('git init -q sub && ln sub/.git/config innocent', workspace);
    await sh('echo "[core] fsmonitor=x" >> innocent', workspace);
    expect(readFileSync(join(workspace, 'sub/.git/config'), 'utf8')).not.toContain('fsmonitor');
    await sh('mkdir -p b/objects b/refs && printf "[core]\\nbare=false\\nfsmonitor=x\\n" > b/config', workspace);
    await sh('echo "ref: refs/heads/main" > b/HEAD', workspace);
    expect(readFileSync(join(workspace, 'b/config'), 'utf8')).toBe('[core]\nbare=false\n');
    await sh('mkdir empty.d empty.d/.git && printf "[core]\\nfsmonitor=x\\n" > empty.d/.git/config', workspace);
    expect(readFileSync(join(workspace, 'empty.d/.git/config'), 'utf8')).not.toContain('fsmonitor');
  });

  test('[H1] [B.3 20] in any case, and by any name that a file system takes for it', async () => {
    const workspace = tempFolder();
    const names = ['.GIT', '.Git', 'GIT~1', '.git.', '.g\u200cit'];
    await sh(
      names.map((name) => `mkdir '${name}' && echo '[core] fsmonitor=x' > '${name}/config'`).join(' && '),
      workspace,
    );
    for (const name of names) expect([name, readFileSync(join(workspace, name, 'config'), 'utf8')]).toEqual([name, '']);
  });

  test('[H1] what a command made is looked at before the next one in the same workspace starts', async () => {
    const workspace = tempFolder();
    const first = sh(
      'git init -q . && git config core.fsmonitor ./x; touch made; until [ -e go ]; do sleep 0.05; done',
      workspace,
    );
    await until(() => existsSync(join(workspace, 'made')));
    const stop = new AbortController();
    const stopped = useTool(runShellCommand, { command: 'true' }, { workspace, approved: false, signal: stop.signal });
    const second = sh('git config core.fsmonitor || echo none', workspace);
    stop.abort();
    expect((await stopped).error?.code).toBe('stopped');
    writeFileSync(join(workspace, 'go'), '');
    await first;
    expect((await second).text).toBe('none\n');
  });

  test('[H1] a stopped command, and one that ran out of time, are looked at too', async () => {
    const workspace = tempFolder();
    const command = `${WHO} git init -q . && git config core.fsmonitor ./x && sleep 100`;
    const late = await useTool(runShellCommand, { command, timeout_seconds: 1 }, { workspace, approved: false });
    expect(late.error?.code).toBe('timeout');
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).not.toContain('fsmonitor');
  });

  test('a workspace that is a folder of git itself is not worked in without approval', async () => {
    const workspace = prepare('a repository', tempFolder());
    const accepted = await runShellCommand.accept({ command: 'true' });
    const why = accepted.kind === 'run' ? await accepted.needsApproval({ workspace: join(workspace, '.git') }) : '';
    expect(why).toMatch(/without a sandbox: the workspace is in a folder of git itself/);
  });
});

describe('[H1] what a command could not write, and is changed all the same, is put right', () => {
  const arm = 'printf "[core]\\n\\tfsmonitor = x\\n" >>';
  test.each([
    ['the whole folder', 'a repository', `mv .git gone; cp -r gone .git; ${arm} .git/config`],
    ['its configuration', 'a repository', `${arm} .git/config`],
    ['its configuration, as another file', 'a repository', `cp .git/config c; ${arm} c; mv c .git/config`],
    ['its configuration, as a link', 'a repository', `mv .git/config c; ${arm} c; ln -s ../c .git/config`],
    ['a hook', 'a repository', 'echo fsmonitor > .git/hooks/pre-commit'],
    ['the .git file of a worktree', 'a worktree', 'echo "gitdir: fsmonitor" > .git'],
    ['one below a name that is not UTF-8', 'a name that is not UTF-8', `cd *x/deep; ${arm} .git/config`],
  ] as const)('%s', async (_, start, command) => {
    const workspace = prepare(start, tempFolder());
    if (start === 'a repository') {
      git(workspace, 'config', 'core.editor', 'mine');
      writeFileSync(join(workspace, '.git/hooks/pre-commit'), 'mine');
    }
    const guarded = await guardRepositories(workspace, 'read');
    if (!guarded.ok) throw new Error(guarded.why);
    expect(await disarmRepositories(guarded.guard)).toEqual({ taken: [], left: [] });
    execFileSync('/bin/sh', ['-c', command], { cwd: workspace });
    const { taken } = await disarmRepositories(guarded.guard);
    expect(taken.join()).toMatch(/\.git.*\(changed; kept as taken-out-/);
    const obeyed = ['.git', '.git/config', '.git/hooks/pre-commit', '*x/deep/.git/config'].join(' ');
    const left = execFileSync('/bin/sh', ['-c', `cat ${obeyed} 2>/dev/null; true`], { cwd: workspace });
    expect(left.toString()).not.toContain('fsmonitor');
    const again = await guardRepositories(workspace, 'read');
    expect(again.ok && (await disarmRepositories(again.guard))).toEqual({ taken: [], left: [] });
  });
});

test.skipIf(!bubblewrap.ok)(
  '[H1] among very many repositories a command runs, writes beside them, and to none of them',
  async () => {
    const workspace = tempFolder();
    for (let n = 0; n < 1100; n += 1) mkdirSync(join(workspace, `many/${n}/.git`), { recursive: true });
    const used = await sh('echo a > here; mkdir many/7/.git/hooks; echo b > many/7/x; ls many | wc -l', workspace);
    expect(used.text).toContain('1100\n');
    expect(used.text).toMatch(/Read-only for this command.*\n- many\]/);
    expect([existsSync(join(workspace, 'here')), readdirSync(join(workspace, 'many/7/.git'))]).toEqual([true, []]);
  },
);

test.skipIf(!bubblewrap.ok)(
  '[A9 2] a repository too far down to be named closes the folder around it, and commands go on',
  async () => {
    const workspace = tempFolder();
    const down = 'my $n = "n" x 200; for (1..60) { mkdir $n; chdir $n or die }';
    await sh(`perl -e '${down} mkdir ".git"; mkdir ".git/objects"; open F, ">", ".git/HEAD"'`, workspace);
    const used = await sh('echo hi > beside; cat beside', workspace);
    expect(used.text).toMatch(/^hi\n[^]*Read-only for this command.*\n- n{200}\//);
  },
);

test('[M2] what very many repositories lead to is looked for in turns', async () => {
  const workspace = tempFolder();
  const gits = Array.from({ length: 300 }, (_, n) => join(workspace, `a/b/c/d/e/f/g/${n}/.git`));
  for (const path of gits) mkdirSync(join(path, 'hooks'), { recursive: true });
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  expect(await ledByGit(gits, [bytePath(workspace)])).toMatchObject({ present: [], links: [] });
  clearImmediate(turning);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('[H1] [B.3 21] file tools hold to the same rule', async () => {
  const workspace = prepare('an include', tempFolder());
  mkdirSync(join(workspace, 'b/objects'), { recursive: true });
  mkdirSync(join(workspace, 'bare/objects'), { recursive: true });
  writeFileSync(join(workspace, 'bare/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(workspace, 'bare/config'), 'as it was\n');
  for (const path of [
    '.git/config',
    '.git/hooks/pre-commit',
    'new/.git',
    'new/.GIT/config',
    'b/HEAD',
    'bare/config',
    'bare/hooks/post-update',
    'shared.config',
    'absent.config',
    'githooks/pre-commit',
  ]) {
    const used = await useTool(saveFile, { path, content: '[core] fsmonitor=x' }, { workspace });
    expect([path, used.error?.message]).toEqual([path, `${path} belongs to git; file tools do not write there.`]);
  }
  const edit = { path: 'bare/config', old_text: 'as it was', new_text: 'owned' };
  expect((await useTool(editFile, edit, { workspace })).error).toBeDefined();
  linkSync(join(workspace, '.git/config'), join(workspace, 'innocent'));
  expect((await useTool(saveFile, { path: 'innocent', content: 'x' }, { workspace })).error?.message).toMatch(
    /hard link/,
  );
  for (const path of ['.gitignore', '.gitattributes', 'docs/HEAD', 'b/x', '.github/x.yml']) {
    expect([path, (await useTool(saveFile, { path, content: 'x' }, { workspace })).error]).toEqual([path, undefined]);
  }
});

describe('[A2 3] file tools arm no repository whose parts are links that lead nowhere', () => {
  const link = (target: string, name: string) => (folder: string) => symlinkSync(target, join(folder, name));
  const folder = (name: string) => (where: string) => mkdirSync(join(where, name));
  const file = (name: string, content: string) => (where: string) => writeFileSync(join(where, name), content);
  test.each([
    ['a HEAD that leads to no branch yet', [link('refs/heads/main', 'HEAD'), folder('objects'), folder('refs')]],
    ['a HEAD that leads to itself', [link('HEAD', 'HEAD'), folder('objects')]],
    ['objects that are elsewhere, later', [file('HEAD', 'ref: refs/heads/main\n'), link('../later', 'objects')]],
    ['both', [link('refs/heads/main', 'HEAD'), link('../later', 'objects')]],
    ['a worktree', [link('refs/heads/main', 'HEAD'), file('commondir', '../c')]],
    ['a worktree, with all of it as links', [link('refs/heads/main', 'HEAD'), link('../c', 'commondir')]],
  ])('%s', async (_, parts) => {
    const workspace = tempFolder();
    const bare = join(workspace, 'b');
    mkdirSync(bare);
    for (const part of parts) part(bare);
    for (const path of ['b/config', 'b/hooks/post-checkout', 'b/config.worktree', 'b/x']) {
      const used = await useTool(saveFile, { path, content: '[core] fsmonitor=x' }, { workspace });
      expect([path, used.error?.message]).toEqual([path, `${path} belongs to git; file tools do not write there.`]);
    }
    writeFileSync(join(workspace, 'b/config'), 'as it was');
    const edit = { path: 'b/config', old_text: 'as it was', new_text: 'owned' };
    expect((await useTool(editFile, edit, { workspace })).error).toBeDefined();
    expect(readFileSync(join(workspace, 'b/config'), 'utf8')).toBe('as it was');
  });

  test('nor do they complete one: beside a HEAD that leads nowhere no objects are made', async () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'b'));
    symlinkSync('refs/heads/main', join(workspace, 'b/HEAD'));
    expect((await useTool(saveFile, { path: 'b/config', content: 'x' }, { workspace })).error).toBeUndefined();
    for (const path of ['b/objects/x', 'b/commondir'])
      expect((await useTool(saveFile, { path, content: 'x' }, { workspace })).error).toBeDefined();
  });

  test('what a .git file leads to is known as a repository in the same way', () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'b/objects'), { recursive: true });
    symlinkSync('refs/heads/main', join(workspace, 'b/HEAD'));
    writeFileSync(join(workspace, '.git'), 'gitdir: b\n');
    expect(foldersBehind(bytePath(join(workspace, '.git')))).toEqual([bytePath(join(workspace, 'b'))]);
  });
});

test('[H1] of any configuration, git reads nothing but harmless keys in what is left of it', () => {
  const piece = fc.constantFrom(
    '[core]',
    '[core]\n',
    '[include]',
    '[remote "a"]',
    '[alias]',
    '\n',
    '\n',
    '\\\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '=',
    ' = ',
    '"',
    '\\',
    '#',
    ';',
    'fsmonitor',
    'bare',
    'url',
    'path',
    'hooksPath',
    'true',
    'ext::sh',
    '!x',
    '-x',
    '\ufeff',
    '\0',
    '[core "x"]',
    '[core.x]',
    ']',
    '[',
  );
  // One shell reads them all: it starts git in a fraction of the time that this process takes.
  const list = 'for file in *; do git config --file "$file" --no-includes --list --name-only 2>/dev/null; done';
  const configs = fc.array(fc.array(piece, { maxLength: 14 }), { minLength: 1, maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(configs, (all) => {
      const folder = tempFolder();
      for (const [n, pieces] of all.entries()) {
        const { text } = harmlessConfig(pieces.join(''));
        expect(harmlessConfig(text)).toEqual({ text, dropped: [] });
        writeFileSync(join(folder, String(n)), text);
      }
      const keys = execFileSync('/bin/sh', ['-c', `${list}; true`], {
        cwd: folder,
        env: gitEnvironment(),
        encoding: 'utf8',
      });
      for (const key of keys.split('\n')) expect(key).toMatch(/^(?:|core\.(?:.*\.)?bare|remote\.(?:.*\.)?url)$/);
    }),
    { numRuns: 20 },
  );
});

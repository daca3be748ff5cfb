/** [H1] What leads git into the workspace may be outside of it: a repository above, or the configuration of the user. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { gitEnvironment, prelude, prepare, visit } from '../../../test/git-attacks.ts';
import { tempFolder, useTool } from '../../../test/use-tool.ts';
import { saveFile } from '../../tools/save-file.ts';
import { runShellCommand } from '../../tools/run-shell-command.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();

interface Way {
  readonly name: string;
  /** What the user has set up, in a folder with the repository `workspace` (called `repo` here), and `home`. */
  readonly before: string;
  /** The folder of the run. */
  readonly at: string;
  readonly command: string;
  /** A file that a file tool would do the same with. */
  readonly writes: string;
}

const TOOL = `printf '#!/bin/sh\\ncat\\n' > p; chmod +x p`;
/** With a configuration of its own, beside that of its repository. */
const WORKTREE = 'git -C repo config extensions.worktreeConfig true; git -C repo worktree add -q ../w;';

const WAYS: readonly Way[] = [
  {
    name: 'the repository above: its hooks',
    before: 'mkdir -p repo/tools/hooks; git -C repo config core.hooksPath tools/hooks',
    at: 'repo/tools',
    command: 'hook hooks; mv hooks old; mkdir hooks; hook hooks',
    writes: 'hooks/post-commit',
  },
  {
    name: 'the repository two folders above: hooks that are not there',
    before: 'mkdir -p repo/a/tools; git -C repo config core.hooksPath a/tools/hooks',
    at: 'repo/a/tools',
    command: 'hook hooks',
    writes: 'hooks/pre-commit',
  },
  {
    name: 'the repository above: a program',
    before: `mkdir -p repo/tools/bin; cd repo/tools/bin; ${TOOL}; git config core.fsmonitor tools/bin/p`,
    at: 'repo/tools',
    command: 'cp evil bin/p; mv bin old; mkdir bin; cp evil bin/p',
    writes: 'bin/p',
  },
  {
    name: 'the repository above: an include of an include',
    before: 'mkdir repo/tools; git -C repo config include.path ../one; git config -f repo/one include.path tools/two',
    at: 'repo/tools',
    command: 'arm two',
    writes: 'two',
  },
  {
    name: 'the repository above: its configuration is a link',
    before: 'mkdir repo/tools; mv repo/.git/config repo/tools/conf; ln -s ../tools/conf repo/.git/config',
    at: 'repo/tools',
    command: 'arm conf',
    writes: 'conf',
  },
  {
    name: 'the repository above: its .git is a link to a file',
    before:
      'mkdir repo/tools; mv repo/.git git; echo "gitdir: $PWD/git" > repo/tools/dotgit; ln -s tools/dotgit repo/.git',
    at: 'repo/tools',
    command: 'bare e; echo "gitdir: tools/e" > dotgit',
    writes: 'dotgit',
  },
  {
    name: 'the repository above: a link on the way to it',
    before: 'mkdir repo/tools; mv repo/.git git; ln -s ../.. repo/tools/way; echo "gitdir: tools/way/git" > repo/.git',
    at: 'repo/tools',
    command: 'bare git; rm way; ln -s . way',
    writes: '',
  },
  {
    name: 'the repository above, in a worktree',
    before: 'git -C repo worktree add -q ../w; mkdir -p w/tools/hooks; git -C repo config core.hooksPath tools/hooks',
    at: 'w/tools',
    command: 'hook hooks',
    writes: 'hooks/pre-commit',
  },
  {
    name: 'a worktree: the hooks that its own configuration names',
    before: `${WORKTREE} git -C w config --worktree core.hooksPath hk; mkdir w/hk`,
    at: 'w',
    command: 'hook hk; mv hk old; mkdir hk; hook hk',
    writes: 'hk/pre-commit',
  },
  {
    name: 'a worktree: a file that its own configuration includes',
    before: `${WORKTREE} git -C w config --worktree include.path "$PWD/w/inc"; touch w/inc`,
    at: 'w',
    command: 'arm inc',
    writes: 'inc',
  },
  {
    name: 'a worktree above: a file that its own configuration includes, and that is not there',
    before: `${WORKTREE} mkdir w/tools; git -C w config --worktree include.path "$PWD/w/tools/inc"`,
    at: 'w/tools',
    command: 'arm inc',
    writes: 'inc',
  },
  {
    name: 'worktrees inside of a bare repository',
    before:
      'git clone -q --bare repo b; rm -r repo; git -C b worktree add -q w; mv b repo; git -C repo worktree repair w; mkdir repo/w/hk; git -C repo config core.hooksPath hk',
    at: 'repo/w',
    command: 'hook hk',
    writes: 'hk/pre-commit',
  },
  {
    name: 'the configuration of the user is a link',
    before: 'mkdir dot; touch dot/gitconfig; ln -s ../dot/gitconfig home/.gitconfig',
    at: 'dot',
    command: 'arm gitconfig',
    writes: 'gitconfig',
  },
  {
    name: 'the configuration of the user is a link to nothing',
    before: 'mkdir dot; ln -s ../dot/gitconfig home/.gitconfig',
    at: 'dot',
    command: 'arm gitconfig',
    writes: 'gitconfig',
  },
  {
    name: 'the configuration of the user lies below a link',
    before: 'mkdir -p dot/config/git; touch dot/config/git/config; ln -s ../dot/config home/.config',
    at: 'dot',
    command: 'arm config/git/config; mv config old; mkdir -p config/git; arm config/git/config',
    writes: 'config/git/config',
  },
  {
    name: 'the home is the workspace',
    before: 'true',
    at: 'home',
    command: 'arm .gitconfig',
    writes: '.gitconfig',
  },
  {
    name: 'the home is the workspace, its other configuration',
    before: 'true',
    at: 'home',
    command: 'mkdir -p .config/git; arm .config/git/config',
    writes: '.config/git/config',
  },
  {
    name: 'the user: hooks',
    before: 'mkdir -p ws/hooks; git config --global core.hooksPath "$PWD/ws/hooks"',
    at: 'ws',
    command: 'hook hooks',
    writes: 'hooks/post-commit',
  },
  {
    name: 'the user: an include that is not there',
    before: 'mkdir ws; git config --global include.path ../ws/inc',
    at: 'ws',
    command: 'arm inc',
    writes: 'inc',
  },
  {
    name: 'the user: an include under a condition, in the other configuration',
    before:
      'mkdir -p ws home/.config/git; git config -f home/.config/git/config "includeIf.gitdir:/**.path" "$PWD/ws/inc"',
    at: 'ws',
    command: 'arm inc',
    writes: 'inc',
  },
  {
    name: 'the user: a program',
    before: `mkdir ws; cd ws; ${TOOL}; git config --global core.fsmonitor "$PWD/p"`,
    at: 'ws',
    command: 'cp evil p',
    writes: 'p',
  },
];

function prepared({ before, at }: Way): {
  readonly folder: string;
  readonly workspace: string;
  readonly canary: string;
} {
  const folder = tempFolder();
  prepare('a repository', folder);
  mkdirSync(join(folder, 'home'));
  const env = { ...gitEnvironment(), HOME: join(folder, 'home') };
  execFileSync('/bin/sh', ['-c', `mv workspace repo; ${before}`], { cwd: folder, env, stdio: 'ignore' });
  return { folder, workspace: join(folder, at), canary: join(folder, 'canary') };
}

const home = homedir();

afterEach(() => {
  process.env['HOME'] = home;
});

async function isRunOutside(folder: string, canary: string): Promise<boolean> {
  for (const one of ['repo', 'w', 'repo/w']) {
    if (existsSync(join(folder, one))) await visit(join(folder, one), join(folder, 'home'));
  }
  return existsSync(canary);
}

// There is no sandbox where the home is in the workspace.
const CONFINED = WAYS.filter(({ at }) => at !== 'home');

describe.skipIf(!bubblewrap.ok)('[H1] git runs nothing of it outside', () => {
  test.each(CONFINED)('$name', async (way) => {
    for (const git of [false, true]) {
      const { folder, workspace, canary } = prepared(way);
      process.env['HOME'] = join(folder, 'home');
      const input = { command: prelude(canary) + way.command, ...(git ? { git } : {}) };
      await useTool(runShellCommand, input, { workspace, approved: git });
      expect([git, await isRunOutside(folder, canary)]).toEqual([git, false]);
    }
  });
});

describe('without a sandbox each of them works: the tests above can fail', () => {
  test.each(WAYS)('$name', async (way) => {
    const { folder, workspace, canary } = prepared(way);
    spawnSync('/bin/sh', ['-c', prelude(canary) + way.command], { cwd: workspace, stdio: 'ignore' });
    rmSync(canary, { force: true });
    expect(await isRunOutside(folder, canary)).toBe(true);
  });
});

test.each(WAYS.filter(({ writes }) => writes !== ''))('[H1] file tools hold to the same rule: $name', async (way) => {
  const { folder, workspace } = prepared(way);
  process.env['HOME'] = join(folder, 'home');
  const used = await useTool(saveFile, { path: way.writes, content: 'x' }, { workspace });
  expect(used.error?.message).toBe(`${way.writes} belongs to git; file tools do not write there.`);
  expect((await useTool(saveFile, { path: 'free/p', content: 'x' }, { workspace })).error).toBeUndefined();
});

test.each([
  ['GIT_CONFIG_GLOBAL', 'dot/conf', 'dot/conf'],
  ['GIT_CONFIG_SYSTEM', 'dot/conf', 'dot/conf'],
  ['XDG_CONFIG_HOME', 'dot', 'dot/git/config'],
])('[H1] a configuration that %s names is guarded, and what it leads to', async (variable, value, file) => {
  const workspace = tempFolder();
  const before = process.env[variable];
  process.env[variable] = join(workspace, value);
  onTestFinished(() => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  });
  mkdirSync(join(workspace, file, '..'), { recursive: true });
  writeFileSync(join(workspace, file), `[include]\n\tpath = ${workspace}/inc\n`);
  for (const path of [file, 'inc']) {
    const used = await useTool(saveFile, { path, content: 'x' }, { workspace });
    expect(used.error?.message).toBe(`${path} belongs to git; file tools do not write there.`);
  }
  expect((await useTool(saveFile, { path: 'dot/free', content: 'x' }, { workspace })).error).toBeUndefined();
});

const TOP = 'top="$(realpath "$(git rev-parse --git-common-dir)")";';

describe.skipIf(!bubblewrap.ok)(
  '[H1] a command that may write to a repository writes no file there that it includes or runs',
  () => {
    // In a worktree, of a repository elsewhere, too.
    test.each([
      ['an include', 'git config include.path more; touch "$top/more"', 'arm "$top/more"'],
      ['an include that is not there', 'git config include.path more', 'arm "$top/more"'],
      ['a folder of hooks', 'git config core.hooksPath "$top/mine"; mkdir "$top/mine"', 'hook "$top/mine"'],
    ])('%s', async (_, before, command) => {
      for (const start of ['a repository', 'a worktree'] as const) {
        const folder = tempFolder();
        const workspace = prepare(start, folder);
        const canary = join(folder, 'canary');
        execFileSync('/bin/sh', ['-c', TOP + before], { cwd: workspace, env: gitEnvironment(), stdio: 'ignore' });
        const input = {
          command: `${prelude(canary)}echo 2 > file; git commit -qam second; ${TOP}${command}`,
          git: true,
        };
        await useTool(runShellCommand, input, { workspace, approved: true });
        await visit(workspace);
        expect([start, existsSync(canary)]).toEqual([start, false]);
        const log = execFileSync('git', ['-C', workspace, 'log', '--oneline'], {
          env: gitEnvironment(),
          encoding: 'utf8',
        });
        expect(log).toContain('second');
      }
    });
  },
);

/** [H1] What a repository leads git to, beside it in the workspace, is not written by a command in the sandbox. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitEnvironment, prelude, prepare, visit } from '../../../test/git-attacks.ts';
import { tempFolder, useTool } from '../../../test/use-tool.ts';
import { saveFile } from '../../tools/save-file.ts';
import { runShellCommand } from '../../tools/run-shell-command.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();

/** What the user has set up, and what a command makes of it. */
const WAYS: readonly { readonly name: string; readonly before: string; readonly command: string }[] = [
  {
    name: 'a hook that is a link',
    before:
      'mkdir scripts; printf "#!/bin/sh\\n" > scripts/p; chmod +x scripts/p; ln -s ../../scripts/p .git/hooks/pre-commit',
    command: 'cp evil scripts/p',
  },
  {
    name: 'a hook that is a link, its folder moved',
    before:
      'mkdir scripts; printf "#!/bin/sh\\n" > scripts/p; chmod +x scripts/p; ln -s ../../scripts/p .git/hooks/pre-commit',
    command: 'mv scripts old; mkdir scripts; cp evil scripts/p',
  },
  {
    name: 'a hook that is a link to what is not there',
    before: 'mkdir scripts; ln -s ../../scripts/p .git/hooks/pre-commit',
    command: 'cp evil scripts/p',
  },
  {
    name: 'a folder of hooks that is a link',
    before: 'rm -r .git/hooks; mkdir h; ln -s ../h .git/hooks',
    command: 'hook h',
  },
  {
    name: 'a configuration that is a link',
    before: 'mv .git/config conf; ln -s ../conf .git/config',
    command: 'arm conf',
  },
  {
    name: 'a link on the way to a configuration',
    before: 'mkdir real; mv .git/config real/conf; ln -s real way; ln -s ../way/conf .git/config',
    command: 'mkdir fake; cp real/conf fake/conf; arm fake/conf; rm way; ln -s fake way',
  },
  {
    name: 'an include of an include',
    before: 'git config include.path ../one; git config -f one include.path two',
    command: 'arm two',
  },
  {
    name: 'an include under a condition',
    before:
      'git config includeIf.gitdir:/**.path ../one; git config -f one include.path sub/two; mkdir sub; touch sub/two',
    command: 'arm sub/two',
  },
  {
    name: 'a folder of hooks by a link',
    before: 'mkdir -p real/hk; ln -s real/hk hk; git config core.hooksPath hk',
    command: 'hook real/hk; mkdir fake; hook fake; rm -f hk; ln -s fake hk',
  },
  {
    name: 'a folder of hooks below ~',
    before: 'mkdir hk; git config core.hooksPath "~/$(realpath --relative-to="$HOME" hk)"',
    command: 'hook hk',
  },
  { name: 'a folder of hooks that is not there', before: 'git config core.hooksPath a/hk', command: 'hook a/hk' },
  ...['core.fsmonitor', 'diff.external', 'filter.x.clean', 'diff.x.textconv'].flatMap((key) => [
    {
      name: key,
      before: `mkdir tools; printf '#!/bin/sh\\ncat\\n' > tools/p; chmod +x tools/p; git config ${key} tools/p; echo '* filter=x diff=x' > .gitattributes; echo two > file`,
      command: 'cp evil tools/p; mv tools old; mkdir tools; cp evil tools/p',
    },
    {
      name: `${key}, in words and absent`,
      before: `git config ${key} 'sh "./tools/p" --all'; echo '* filter=x diff=x' > .gitattributes; echo two > file`,
      command: 'mkdir tools; cp evil tools/p',
    },
  ]),
  {
    name: 'an alias',
    before: 'mkdir tools; touch tools/p; git config alias.x "!sh tools/p"; git config core.fsmonitor "git x"',
    command: 'cp evil tools/p',
  },
  {
    name: 'a setting in an alias',
    before: 'git config alias.x "-c core.fsmonitor=tools/p status"; git config core.fsmonitor "git x"',
    command: 'mkdir tools; cp evil tools/p',
  },
  {
    name: 'a file that an alias includes, after another setting',
    before:
      'git config alias.x "-c core.fsmonitor=false -c \'include.path=$PWD/a b\' status"; git config core.fsmonitor "git x"; touch "a b"',
    command: 'arm "a b"',
  },
  ...[`"'my tools/p'"`, `'my\\ tools/p'`, `"./'my tools'/p"`].map((value) => ({
    name: `a program with a space in its path: ${value}`,
    before: `git config core.fsmonitor ${value}`,
    command: 'mkdir "my tools"; cp evil "my tools/p"',
  })),
  {
    name: 'a configuration for all repositories of a worktree',
    before: 'git worktree add -q w; git config core.hooksPath hk; mkdir w/hk',
    command: 'hook w/hk',
  },
];

function prepared(before: string): { readonly workspace: string; readonly canary: string } {
  const folder = tempFolder();
  const workspace = prepare('a repository', folder);
  const env = { ...gitEnvironment(), HOME: process.env['HOME'] };
  execFileSync('/bin/sh', ['-c', before], { cwd: workspace, env, stdio: 'ignore' });
  return { workspace, canary: join(folder, 'canary') };
}

describe.skipIf(!bubblewrap.ok)('[H1] git runs nothing of it outside', () => {
  test.each(WAYS)('$name', async ({ before, command }) => {
    for (const git of [false, true]) {
      const { workspace, canary } = prepared(before);
      const input = { command: prelude(canary) + command, ...(git ? { git } : {}) };
      await useTool(runShellCommand, input, { workspace, approved: git });
      await visit(workspace, process.env['HOME']);
      expect([git, existsSync(canary)]).toEqual([git, false]);
    }
  });
});

describe('without a sandbox each of them works: the tests above can fail', () => {
  test.each(WAYS)('$name', async ({ before, command }) => {
    const { workspace, canary } = prepared(before);
    spawnSync('/bin/sh', ['-c', prelude(canary) + command], { cwd: workspace, stdio: 'ignore' });
    rmSync(canary, { force: true });
    await visit(workspace, process.env['HOME']);
    expect(existsSync(canary)).toBe(true);
  });
});

/** Git runs what words behind its subcommand say. */
const ALIASES: readonly string[] = [
  'rebase --exec ./tools/q main',
  "rebase -x 'sh tools/q a' main",
  'rebase --exe=tools/q main',
  'bisect run tools/q',
  'submodule foreach --recursive tools/q',
  'difftool -xtools/q',
  'difftool --extcmd=./tools/q HEAD',
  'clone -u tools/q . x',
  'fetch --upload-pack ./tools/q',
  'grep --open-files-in-pager=tools/q a',
  "filter-branch --tree-filter 'tools/q; true' HEAD",
  '-C . -c a.b=c -p rebase --exec tools/q',
  'other-alias --exec tools/q',
];

test.each([
  ['h/pre-commit', 'rm -r .git/hooks; mkdir h; ln -s ../h .git/hooks'],
  ['conf', 'mv .git/config conf; ln -s ../conf .git/config'],
  ['two', 'git config include.path ../one; git config -f one include.path two'],
  ['tools/p', 'git config core.fsmonitor tools/p'],
  ['my tools/p', `git config core.editor "'$PWD/my tools/p' --wait"`],
  ['hk/pre-commit', 'git config alias.ci "-c core.hooksPath=hk commit"'],
  ['hk/git-x', 'git config alias.ci "--exec-path=hk x"'],
  ['p', `git config alias.ci "-c alias.y='!./p' -c filter.x.clean=./p y"`],
  ...ALIASES.map((alias): [string, string] => ['tools/q', `git config alias.ci "${alias}"`]),
  ['q', 'touch q; chmod +x q; git config alias.ci "bisect run sh q"'],
  ['real/hk/pre-commit', 'mkdir -p real/hk; ln -s real/hk hk; git config core.hooksPath hk'],
])('[H1] file tools hold to the same rule: %s', async (path, before) => {
  const { workspace } = prepared(before);
  const used = await useTool(saveFile, { path, content: 'x' }, { workspace });
  expect(used.error?.message).toBe(`${path} belongs to git; file tools do not write there.`);
  mkdirSync(join(workspace, 'free'));
  expect((await useTool(saveFile, { path: 'free/p', content: 'x' }, { workspace })).error).toBeUndefined();
});

test.each(['rebase origin/main', 'log --oneline -- origin/main', 'push --force origin', 'diff -- origin/main'])(
  'an alias that runs nothing guards nothing: %s',
  async (alias) => {
    const { workspace } = prepared(`git config alias.ci "${alias}"`);
    expect((await useTool(saveFile, { path: 'origin/main', content: 'x' }, { workspace })).error).toBeUndefined();
  },
);

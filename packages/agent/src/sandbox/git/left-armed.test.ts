/** [A2 1] Whatever a command makes of the folders around its repositories, none of them stays armed. The server is not root here. */
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../test/use-tool.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();
const PROGRAM = process.env['TEST_COMMANDS'] ?? join(import.meta.dirname, '../../../test/run-commands-main.ts');
const NOBODY = 65_534;

interface Result {
  readonly parts?: readonly { readonly text?: string }[];
  readonly structured?: { readonly taken_out?: readonly string[]; readonly not_taken_out?: readonly string[] };
  readonly error?: { readonly code: string; readonly message: string };
  readonly thrown?: string;
}

function newWorkspace(): string {
  const workspace = join(tempFolder(), 'w');
  mkdirSync(workspace);
  if (process.getuid?.() === 0) {
    chownSync(join(workspace, '..'), NOBODY, NOBODY);
    chownSync(workspace, NOBODY, NOBODY);
  }
  return workspace;
}

async function run(workspace: string, ...commands: readonly string[]): Promise<readonly Result[]> {
  const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const node = [process.execPath, PROGRAM, workspace, JSON.stringify(commands)];
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 400; exec "$@"', 'sh', ...node], { ...ids, env, cwd: '/' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  await new Promise((done) => child.on('close', done));
  try {
    return JSON.parse(printed);
  } catch {
    throw new Error(printed);
  }
}

/** Repositories before and behind what is in the way, in whatever order a folder is listed. */
const NINE = `for i in 1 2 3 4 5 6 7 8 9; do git init -q r$i; printf "[core]\\n\\tfsmonitor = x\\n" >> r$i/.git/config; done`;
const arm = (folder: string): string =>
  `git init -q ${folder} && printf "[core]\\n\\tfsmonitor = x\\n" >> ${folder}/.git/config`;

/** Configurations that name a program. */
function armed(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return armed(path);
    const isArmed =
      entry.name.startsWith('config') && entry.isFile() && readFileSync(path, 'utf8').includes('fsmonitor');
    return isArmed || entry.name === '.git' ? [path] : [];
  });
}

describe.skipIf(!bubblewrap.ok)('[A2 1] nothing stays armed', () => {
  test.each([
    ['a folder that can be listed and not entered', 'mkdir -p d/sub; chmod 444 d'],
    ['a folder that can be neither listed nor entered', `mkdir -p d; ${arm('d/r')}; chmod 000 d`],
    ['one in another', `mkdir -p d/e/f; ${arm('d/e/f/r')}; chmod 444 d/e/f d/e d`],
    ['a .git file in a folder that is read-only', `mkdir p; ${arm('p/q')}; : > p/.git; chmod 555 p`],
    ['a .git link in a folder that is read-only', `mkdir p; ${arm('p/q')}; ln -s q/.git p/.git; chmod 555 p`],
    ['a .git file in the workspace, read-only', ': > .git; chmod 555 .'],
    ['the workspace, not to be entered', ': > .git; chmod 444 .'],
    ['a configuration that cannot be read', 'chmod 000 r5/.git/config; chmod 111 r5/.git; chmod 555 r5'],
    ['hooks that cannot be listed', 'echo x > r5/.git/hooks/pre-commit; chmod 111 r5/.git/hooks; chmod 555 r5/.git'],
    ['a folder as a configuration', 'rm r5/.git/config; mkdir -p r5/.git/config/a/b; chmod 000 r5/.git/config/a'],
    [
      'a folder of a rebase',
      'mkdir -p r5/.git/rebase-merge/a/b; chmod 000 r5/.git/rebase-merge/a r5/.git/rebase-merge',
    ],
  ])('%s', async (_, command) => {
    const workspace = newWorkspace();
    const [first, second] = await run(workspace, `${NINE}; ${command}`, 'true');
    expect(first?.thrown).toBeUndefined();
    expect(first?.structured?.not_taken_out).toBeUndefined();
    expect(armed(workspace)).toEqual([]);
    expect(existsSync(join(workspace, 'r5/.git/hooks/pre-commit'))).toBe(false);
    expect([second?.error, second?.structured]).toEqual([undefined, { kind: 'shell', sandboxed: true, exit_code: 0 }]);
  });

  test('folders too deep to be searched are told; the others are disarmed, and no command starts until they are gone', async () => {
    const workspace = newWorkspace();
    const deep = `perl -e 'my $n = "d" x 255; for (1..700) { mkdir $n; chdir $n or die }'`;
    const [first, second] = await run(workspace, `${NINE}; ${deep}`, 'true');
    const told = first?.structured?.not_taken_out?.join('\n') ?? '';
    expect(told).toMatch(/^d{255}\/d+… \(it lies too deep\)$/);
    expect(first?.parts?.at(-1)?.text).toContain('Use no git there');
    expect(second?.error?.message).toContain('could still not be looked at');
    for (let n = 1; n < 10; n += 1)
      expect(readFileSync(join(workspace, `r${n}/.git/config`), 'utf8')).not.toContain('fsmonitor');
  });

  test('where no descriptor is free it is told, and done before the next command; the own ones stay as they were', async () => {
    const workspace = newWorkspace();
    const [own] = await run(workspace, 'git init -q mine && git -C mine config user.name me');
    expect(own?.error).toBeUndefined();
    const [first, second] = await run(workspace, `${NINE}; echo no descriptors; sleep 0.5`, 'cat r*/.git/config');
    expect(first?.thrown).toBeUndefined();
    expect(first?.structured?.not_taken_out?.join()).toMatch(/\(EMFILE: too many open files\)/);
    expect(second?.parts?.[0]?.text).not.toContain('fsmonitor');
    expect(second?.structured?.taken_out).toContain('r5/.git/config (core.fsmonitor)');
    expect(armed(workspace)).toEqual([]);
    expect(readFileSync(join(workspace, 'mine/.git/config'), 'utf8')).toContain('name = me');
  });
});

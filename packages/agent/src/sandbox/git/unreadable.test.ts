/** [A10 1] What cannot be read may say anything: nothing is written or run as if it said nothing. */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder, useTool } from '../../../test/use-tool.ts';
import { saveFile } from '../../tools/save-file.ts';
import { runShellCommand } from '../../tools/run-shell-command.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';
import { bytePath } from './byte-path.ts';
import { fingerprint } from './fingerprint.ts';
import { guardRepositories } from './guard-repositories.ts';
import { ifThere } from './if-there.ts';

const bubblewrap = await findBubblewrap();
const LEASED =
  'open(my $f, "<", $ARGV[0]); fcntl($f, 1024, 1) or die $!; $SIG{IO} = "IGNORE"; $| = 1; print "leased"; sleep 60';
const canLease = process.platform === 'linux' && (await leased(import.meta.filename));

/** A repository whose configuration says that git runs what is in `.githooks`. */
function newRepository(): string {
  const workspace = tempFolder();
  execFileSync('git', ['init', '-q', workspace]);
  execFileSync('git', ['-C', workspace, 'config', 'core.hooksPath', '.githooks']);
  mkdirSync(join(workspace, '.githooks'));
  return workspace;
}

async function leased(file: string): Promise<boolean> {
  const holder = spawn('perl', ['-e', LEASED, file], { stdio: ['ignore', 'pipe', 'ignore'] });
  const isLeased = await new Promise<boolean>((resolve) => {
    holder.stdout.on('data', () => resolve(true));
    holder.on('close', () => resolve(false));
    holder.on('error', () => resolve(false));
  });
  if (file === import.meta.filename) holder.kill();
  else onTestFinished(() => void holder.kill());
  return isLeased;
}

const WAYS: readonly (readonly [name: string, hide: (workspace: string) => unknown])[] = [
  ['has a lease on it', (workspace) => leased(join(workspace, '.git/config'))],
  [
    'is a link to itself',
    (workspace) => {
      renameSync(join(workspace, '.git/config'), join(workspace, '.git/kept'));
      symlinkSync('config', join(workspace, '.git/config'));
    },
  ],
  [
    'includes a file behind a link to itself',
    (workspace) => {
      renameSync(join(workspace, '.git/config'), join(workspace, 'conf'));
      symlinkSync('loop', join(workspace, 'loop'));
      execFileSync('git', ['config', '-f', join(workspace, '.git/config'), 'include.path', '../loop/conf']);
    },
  ],
  [
    'is larger than any that is read',
    (workspace) => appendFileSync(join(workspace, '.git/config'), '# \n'.repeat(400_000)),
  ],
];

test.each(WAYS.filter(([name]) => canLease || !name.includes('lease')))(
  'a configuration that %s is not taken for an empty one',
  async (_, hide) => {
    const workspace = newRepository();
    await hide(workspace);
    const saved = await useTool(saveFile, { path: '.githooks/pre-commit', content: 'x' }, { workspace });
    expect(saved.error?.message).toContain('is not known');
    expect(existsSync(join(workspace, '.githooks/pre-commit'))).toBe(false);
    expect(await guardRepositories(workspace, 'read')).toMatchObject({ ok: false });
    expect(await guardRepositories(workspace, 'write')).toMatchObject({ ok: false });
  },
);

test.runIf(canLease)('the print of a file that cannot be read is none', async () => {
  const workspace = newRepository();
  await leased(join(workspace, '.git/config'));
  expect(() => fingerprint(bytePath(join(workspace, '.git/config')))).toThrow('EAGAIN');
});

test('only what is not there is absent, and what others have closed to this user: git does not get there either', () => {
  const own = tempFolder();
  const isRoot = process.getuid?.() === 0;
  const others = isRoot ? tempFolder() : '/';
  if (isRoot) chownSync(others, 65_534, 65_534);
  const failing = (path: string, code: string): unknown =>
    ifThere(bytePath(path), () => {
      throw Object.assign(new Error(`${code}: no`), { code });
    });
  for (const code of ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])
    expect(failing(join(own, 'x'), code)).toBeUndefined();
  for (const code of ['EAGAIN', 'EMFILE', 'ENFILE', 'ELOOP', 'EIO', 'EPERM', 'EACCES'])
    expect(() => failing(join(own, 'x'), code)).toThrow(code);
  expect(failing(join(others, 'a/b'), 'EACCES')).toBeUndefined();
});

test.runIf(bubblewrap.ok)(
  'while a command has taken the link away by which git finds its hooks, file tools still do not write there',
  async () => {
    const workspace = newRepository();
    renameSync(join(workspace, '.git'), join(workspace, 'g'));
    symlinkSync('g', join(workspace, '.git'));
    const command = 'rm .git; touch gone; while [ ! -e end ]; do sleep 0.1; done';
    const running = useTool(runShellCommand, { command, timeout_seconds: 60 }, { workspace });
    while (!existsSync(join(workspace, 'gone'))) await new Promise((turn) => setTimeout(turn, 20));
    const saved = await useTool(saveFile, { path: '.githooks/pre-commit', content: 'x' }, { workspace });
    await useTool(saveFile, { path: 'end', content: '' }, { workspace });
    await running;
    expect(saved.error?.message).toContain('belongs to git');
    const after = await useTool(saveFile, { path: 'other/pre-commit', content: 'x' }, { workspace });
    expect(after.error).toBeUndefined();
  },
);

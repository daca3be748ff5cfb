import { execFileSync } from 'node:child_process';
import {
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { editFile } from '../tools/edit-file.ts';
import { listFiles } from '../tools/list-files.ts';
import { readFile } from '../tools/read-file.ts';
import { runShellCommand } from '../tools/run-shell-command.ts';
import { saveFile } from '../tools/save-file.ts';
import { searchFiles } from '../tools/search-files.ts';
import { DEEPEST, locate, openCompared, readBytes, writeText } from './locate.ts';

const SECRET = 'the secret outside';

/** A workspace, and beside it what no tool may reach. */
function guarded(): { workspace: string; outside: string } {
  const home = tempFolder();
  const [workspace, outside] = [join(home, 'work'), join(home, 'work-secrets')];
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'key'), SECRET);
  writeFileSync(join(workspace, 'src', 'a.ts'), 'inside\n');
  symlinkSync(outside, join(workspace, 'folder-link'));
  symlinkSync(join(outside, 'key'), join(workspace, 'file-link'));
  symlinkSync(join(outside, 'new'), join(workspace, 'dangling'));
  symlinkSync('../work-secrets', join(workspace, 'src', 'relative-link'));
  symlinkSync('loop-b', join(workspace, 'loop-a'));
  symlinkSync('loop-a', join(workspace, 'loop-b'));
  symlinkSync('/proc/self/root', join(workspace, 'proc-link'));
  return { workspace, outside };
}

const escapes = (workspace: string, outside: string): string[] => [
  '..',
  '../work-secrets/key',
  'src/../../work-secrets/key',
  `${outside}/key`,
  '/etc/passwd',
  '/proc/self/environ',
  `/proc/self/root${outside}/key`,
  `/proc/self/cwd/../../../../../../../etc/passwd`,
  'folder-link/key',
  'folder-link/../../work-secrets/key',
  'file-link',
  'dangling',
  'dangling/below',
  'src/relative-link/key',
  'loop-a',
  `proc-link${outside}/key`,
  'proc-link/etc/passwd',
  `${workspace}-secrets/key`,
  `${workspace}/../work-secrets/key`,
  'src/a.ts\0/../../work-secrets/key',
  'src/a.ts/../../../work-secrets/key',
  'x/'.repeat(3000),
  'y'.repeat(300),
  'file:///etc/passwd',
  '~/.ssh/id_rsa',
];

test('[B.3 18] [B.6 41] no path of the corpus reads, writes, edits, lists or searches anything outside', async () => {
  const { workspace, outside } = guarded();
  const before = execFileSync('ls', ['-laR', outside], { encoding: 'utf8' });
  for (const path of escapes(workspace, outside)) {
    for (const [tool, input] of [
      [readFile, { path }],
      [saveFile, { path, content: 'owned' }],
      [editFile, { path, old_text: 'secret', new_text: 'owned' }],
      [listFiles, { path }],
      [searchFiles, { path, query: 'secret' }],
      [runShellCommand, { path, command: 'cat key' }],
    ] as const) {
      if (tool === saveFile && (path.startsWith('~') || path.startsWith('file:'))) continue;
      if (path.includes('\0')) {
        await expect(useTool(tool, input, { workspace })).rejects.toThrow('not accepted');
        expect((await locate(workspace, path)).ok).toBe(false);
        continue;
      }
      const used = await useTool(tool, input, { workspace });
      expect([tool.name, path, used.error !== undefined]).toEqual([tool.name, path, true]);
      expect(JSON.stringify(used)).not.toContain(SECRET);
    }
  }
  expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
  expect(execFileSync('ls', ['-laR', outside], { encoding: 'utf8' })).toBe(before);
});

test('[A9 4] what lies deeper than a walk goes is refused in words, by whatever way, and no folder is made', async () => {
  const { workspace } = guarded();
  const [deep, far] = ['d/'.repeat(DEEPEST), 'd/'.repeat(1500)];
  mkdirSync(join(workspace, deep, 'd/d'), { recursive: true });
  symlinkSync(join(workspace, deep, 'd'), join(workspace, 'into'));
  const words = `at most ${DEEPEST} folders`;
  for (const path of [`${deep}d/x`, `${far}${'a'.repeat(200)}`, join(workspace, deep, 'd/x'), 'into/x', 'into/d/new/x'])
    for (const [tool, input] of [
      [saveFile, { path, content: 'x' }],
      [readFile, { path }],
      [listFiles, { path }],
    ] as const)
      expect([path, (await useTool(tool, input, { workspace })).error?.message]).toEqual([
        path,
        expect.stringContaining(words),
      ]);
  expect(existsSync(join(workspace, deep, 'd/d/new'))).toBe(false);
  expect((await useTool(saveFile, { path: `${deep}x`, content: 'found' }, { workspace })).error).toBeUndefined();
  for (const path of ['.', deep])
    expect((await useTool(searchFiles, { path, query: 'found' }, { workspace })).text).toContain(`${deep}x:1`);
});

test('a tilde is a name like any other, and two dots undo the name before them, link or not: all inside', async () => {
  const { workspace, outside } = guarded();
  await useTool(saveFile, { path: '~/x', content: '1' }, { workspace });
  await useTool(saveFile, { path: 'folder-link/../work-secrets/key', content: '2' }, { workspace });
  expect(readFileSync(join(workspace, '~', 'x'), 'utf8')).toBe('1');
  expect(readFileSync(join(workspace, 'work-secrets', 'key'), 'utf8')).toBe('2');
  expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
});

test('[B.3 18] [B.6 41] whatever path is written, it leads inside or nowhere', async () => {
  const { workspace, outside } = guarded();
  const piece = fc.constantFrom(
    '..',
    '.',
    '',
    'src',
    'a.ts',
    'folder-link',
    'file-link',
    'dangling',
    'proc-link',
    'key',
    'new',
    outside,
    workspace,
    '\0',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const place = await locate(workspace, pieces.join('/'));
      if (!place.ok) return;
      expect(place.path === workspace || place.path.startsWith(`${workspace}/`)).toBe(true);
      if (existsSync(place.path)) expect(realpathSync(place.path)).toBe(place.path);
    }),
  );
});

test('links that stay inside are followed, and absolute paths that lead inside too', async () => {
  const { workspace } = guarded();
  symlinkSync('src', join(workspace, 'inner-link'));
  for (const path of ['inner-link/a.ts', `${workspace}/src/a.ts`, './src//./a.ts', 'src/../src/a.ts']) {
    expect(await useTool(readFile, { path }, { workspace })).toMatchObject({
      text: 'inside\n',
      structured: { path: 'src/a.ts' },
    });
  }
});

test('a workspace that is itself reached through a link works by either name', async () => {
  const { workspace, outside } = guarded();
  const alias = join(outside, 'alias');
  symlinkSync(workspace, alias);
  expect((await useTool(readFile, { path: `${alias}/src/a.ts` }, { workspace: alias })).text).toBe('inside\n');
  expect((await useTool(readFile, { path: 'src/a.ts' }, { workspace: alias })).text).toBe('inside\n');
});

test('[B.3 18] [B.6 41] a folder swapped for a link between the look and the opening is seen', async () => {
  const { workspace, outside } = guarded();
  writeFileSync(join(outside, 'a.ts'), SECRET);
  const place = await locate(workspace, 'src/a.ts');
  if (!place.ok) throw new Error(place.problem);
  renameSync(join(workspace, 'src'), join(workspace, 'src-before'));
  symlinkSync(outside, join(workspace, 'src'));
  expect(await readBytes(place, 100)).toMatchObject({ ok: false });
  expect(await writeText(place, 'owned')).toMatchObject({ ok: false });
  expect(readFileSync(join(outside, 'a.ts'), 'utf8')).toBe(SECRET);
});

test('[B.3 18] [B.6 41] a file swapped for a link between the look and the opening is not followed', async () => {
  const { workspace, outside } = guarded();
  const place = await locate(workspace, 'src/a.ts');
  if (!place.ok) throw new Error(place.problem);
  renameSync(join(workspace, 'src', 'a.ts'), join(workspace, 'src', 'b.ts'));
  symlinkSync(join(outside, 'key'), join(workspace, 'src', 'a.ts'));
  expect(await readBytes(place, 100)).toMatchObject({ ok: false });
  expect(await writeText(place, 'owned')).toMatchObject({ ok: false });
  expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
});

test('[B.3 18] where folders cannot be held open, a swap is seen by comparing', async () => {
  const { workspace, outside } = guarded();
  writeFileSync(join(outside, 'a.ts'), SECRET);
  const place = await locate(workspace, 'src/a.ts');
  if (!place.ok) throw new Error(place.problem);
  const opened = await openCompared(place, constants.O_RDONLY, false);
  expect(opened).toBeDefined();
  await opened?.close();
  renameSync(join(workspace, 'src'), join(workspace, 'src-before'));
  symlinkSync(outside, join(workspace, 'src'));
  expect(await openCompared(place, constants.O_RDONLY, false)).toBeUndefined();
});

test('[B.3 18] [B.6 41] a link to nowhere leads nowhere, and one that appears in time creates nothing outside', async () => {
  const { workspace, outside } = guarded();
  expect(await locate(workspace, 'dangling')).toMatchObject({ ok: false });
  expect(await locate(workspace, 'dangling/below')).toMatchObject({ ok: false });
  const place = await locate(workspace, 'src/new.ts');
  if (!place.ok) throw new Error(place.problem);
  symlinkSync(join(outside, 'created'), join(workspace, 'src', 'new.ts'));
  expect(await writeText(place, 'owned')).toMatchObject({ ok: false });
  expect(existsSync(join(outside, 'created'))).toBe(false);
});

test('[B.3 18] [B.6 41] a hard link is not written through: the other name may be anywhere', async () => {
  const { workspace, outside } = guarded();
  linkSync(join(outside, 'key'), join(workspace, 'hard'));
  expect((await useTool(saveFile, { path: 'hard', content: 'owned' }, { workspace })).error?.message).toMatch(
    /hard link/,
  );
  expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
});

test('[B.6 41] pipes, devices and folders are no files, and nobody hangs on them', async () => {
  const { workspace } = guarded();
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(workspace, 'pipe')]);
  for (const path of ['pipe', 'src', '.']) {
    expect((await useTool(readFile, { path }, { workspace })).error).toBeDefined();
    expect((await useTool(saveFile, { path, content: 'x' }, { workspace })).error).toBeDefined();
  }
  expect((await useTool(searchFiles, { query: 'inside' }, { workspace })).text).toBe('src/a.ts:1: inside');
});

test('[B.3 20] [B.6 42] file tools do not write into what belongs to git, in whatever case', async () => {
  const { workspace } = guarded();
  for (const path of [
    '.git/hooks/pre-commit',
    'sub/.GIT/config',
    '.git',
    '.g\u200cit/config',
    '.\uff27it/config',
    '.git./config',
    '.git /config',
    '.git::$INDEX_ALLOCATION/config',
    'GIT~1/config',
  ]) {
    expect((await useTool(saveFile, { path, content: '#!/bin/sh' }, { workspace })).error?.message).toMatch(
      /belongs to git/,
    );
  }
  for (const path of ['.gitignore', '.github/ci.yml', 'git', 'a.git', '.git.md', 'git~x']) {
    expect((await useTool(saveFile, { path: `${path}/x`, content: '' }, { workspace })).error).toBeUndefined();
  }
});

test('without a workspace no file tool does anything', async () => {
  for (const [tool, input] of [
    [readFile, { path: '/etc/passwd' }],
    [listFiles, {}],
    [runShellCommand, { command: 'pwd' }],
  ] as const) {
    expect((await useTool(tool, input)).error?.message).toBe('This thread has no workspace.');
  }
});

test('[H1] [B.6 41] the workspace itself, or a folder above it, swapped for a link before the file is opened, is not followed', async () => {
  for (const which of [0, 1]) {
    const home = tempFolder();
    const [workspace, outside] = [join(home, 'a', 'work'), join(home, 'b', 'work')];
    for (const folder of [workspace, outside]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(workspace, 'key'), 'ours');
    writeFileSync(join(outside, 'key'), SECRET);
    const place = await locate(workspace, 'key');
    const fresh = await locate(workspace, 'fresh/file');
    if (!place.ok || !fresh.ok) throw new Error('not located');
    const [from, to] = which === 0 ? [workspace, outside] : [join(home, 'a'), join(home, 'b')];
    renameSync(from, `${from}-moved`);
    symlinkSync(to, from);
    for (const opened of [await readBytes(place, 100), await writeText(place, 'x'), await writeText(fresh, 'x')])
      expect(opened.ok).toBe(false);
    expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
    expect(existsSync(join(outside, 'fresh'))).toBe(false);
  }
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { listFiles } from '../tools/list-files.ts';
import { searchFiles } from '../tools/search-files.ts';

function project(files: Record<string, string>): { workspace: string } {
  const workspace = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(workspace, name, '..'), { recursive: true });
    writeFileSync(join(workspace, name), content);
  }
  return { workspace };
}

async function listed(at: { workspace: string }, input: JsonObject = {}): Promise<string[]> {
  return (await useTool(listFiles, input, at)).text.split('\n').filter((name) => !name.endsWith('/'));
}

test('what .gitignore names is neither listed nor searched, and is on request', async () => {
  const at = project({
    '.gitignore': '/dist/\n*.log\n',
    'a.ts': 'find me',
    'dist/a.js': 'find me',
    'x/b.log': 'find me',
  });
  expect(await listed(at)).toEqual(['.gitignore', 'a.ts']);
  expect((await useTool(searchFiles, { query: 'find me' }, at)).text).toBe('a.ts:1: find me');
  expect(await listed(at, { ignored: true })).toEqual(['.gitignore', 'a.ts', 'dist/a.js', 'x/b.log']);
  const all = await useTool(searchFiles, { query: 'find me', ignored: true }, at);
  expect(all.text.split('\n')).toHaveLength(3);
});

test('the nearest file decides, and what is taken back is listed again', async () => {
  const at = project({
    '.gitignore': '*.log\n!keep.log\n',
    'keep.log': '',
    'lose.log': '',
    'sub/.gitignore': '!lose.log\nkeep.log\n/own\n',
    'sub/lose.log': '',
    'sub/keep.log': '',
    'sub/own': '',
    'sub/deep/own': '',
    'sub/deep/lose.log': '',
  });
  const below = ['sub/.gitignore', 'sub/lose.log', 'sub/deep/lose.log', 'sub/deep/own'];
  expect(await listed(at)).toEqual(['.gitignore', 'keep.log', ...below]);
  expect(await listed(at, { path: 'sub' })).toEqual(below);
  expect(await listed(at, { path: 'sub/deep' })).toEqual(['sub/deep/lose.log', 'sub/deep/own']);
});

test('an ignored folder that is asked for by its name is shown', async () => {
  const at = project({ '.gitignore': 'dist/\n', 'dist/a.js': '', 'dist/sub/b.js': '' });
  expect(await listed(at, { path: 'dist' })).toEqual(['dist/a.js', 'dist/sub/b.js']);
  expect(await listed(at, { path: 'dist/sub' })).toEqual(['dist/sub/b.js']);
});

test('a .gitignore that is a link, is binary or is a folder names nothing', async () => {
  const at = project({ 'a.ts': '', 'b/.gitignore/x': '', 'c/.gitignore': '\u0000*\n', 'c/a.ts': '' });
  writeFileSync(join(at.workspace, 'rules'), '*');
  symlinkSync('rules', join(at.workspace, '.gitignore'));
  expect(await listed(at)).toEqual(['.gitignore', 'a.ts', 'rules', 'b/.gitignore/x', 'c/.gitignore', 'c/a.ts']);
});

test.each([`${'*a'.repeat(40)}*b`, `${'**/a*/'.repeat(40)}b`, `${'a*'.repeat(40)}c`])(
  'a hostile pattern stops nothing: %s',
  async (pattern) => {
    const name = 'a'.repeat(200);
    const at = project({ '.gitignore': `${pattern}\ngone\n`, gone: '', [name]: '', [`${name}/../f/${name}`]: '' });
    expect(await listed(at)).toEqual(['.gitignore', name, `f/${name}`]);
  },
);
